"""Invented personal data that looks real and reaches nobody: reserved mail domains, phone numbers kept for fiction."""

from __future__ import annotations

from typing import Sequence

import numpy as np

from .draws import Draws, Ints

FIRST_NAMES = {
    "F": (
        "Abigail Agnes Aisha Alice Amara Amelia Ana Anita Anna Beatrice Bianca Camila Carmen Caroline Chloe Clara "
        "Daniela Deborah Diana Elena Elif Elise Emily Emma Esther Eva Fatima Fiona Frida Grace Hannah Helen Ines Ingrid "
        "Irene Isabel Jana Janet Jasmine Joan Julia Karin Kavya Laila Laura Leah Lena Linda Lucia Lydia Maria Marta Mei "
        "Mina Monica Nadia Naomi Nora Olga Olivia Paula Priya Rachel Rosa Ruth Sarah Sofia Stella Susan Tanya Teresa "
        "Uma Vera Victoria Wendy Yara Yuki Zoe"
    ).split(),
    "M": (
        "Aaron Adam Ahmed Alan Albert Alejandro Anders Andrew Anton Arjun Arthur Ben Boris Bruno Carl Carlos Cesar "
        "Charles Chen Colin Daniel David Dennis Diego Dmitri Edgar Eduardo Elias Emil Eric Felix Francis Frank Gabriel "
        "George Gustav Hamid Harold Henry Hugo Ian Igor Ivan Jack Jakob James Javier Jonas Jorge Joseph Julian Karl "
        "Kenji Kevin Lars Leo Liam Louis Lucas Marco Mark Martin Mateo Max Mehmet Milan Nathan Nikolai Noah Omar Oscar "
        "Paul Pedro Peter Rafael Ravi Robert Samuel Simon Stefan Theo Thomas Tom Victor Walter William Yusuf"
    ).split(),
}
LAST_NAMES = (
    "Abbott Adams Ahmadi Alvarez Andersen Bailey Baker Banerjee Bauer Becker Bennett Berg Bianchi Brown Butler Campbell "
    "Carter Castillo Chan Chavez Cohen Cole Cooper Costa Cruz Dahl Davies Diaz Dubois Edwards Ellis Evans Fernandez "
    "Fischer Fleming Foster Garcia Gibson Gomez Gonzalez Grant Gray Green Griffin Gupta Haas Hall Hansen Harris Hayes "
    "Henderson Herrera Hill Hoffman Howard Hughes Ibrahim Ito Jackson Jansen Jensen Johnson Jones Kaplan Kaur Keller "
    "Kelly Khan Kim King Klein Kowalski Kumar Lam Larsen Lee Lehmann Lewis Lindgren Lopez Maier Martin Mason Mendez "
    "Meyer Miller Mitchell Moore Morales Moreau Morgan Murphy Nakamura Nelson Nguyen Novak Olsen Ortiz Owens Park Patel "
    "Pereira Perry Petrov Phillips Popov Quinn Ramirez Reed Reyes Richards Rivera Rossi Russell Santos Sato Schmidt "
    "Schneider Scott Shah Silva Singh Smith Stewart Suzuki Tanaka Taylor Thompson Torres Tran Turner Vargas Vogel Wagner "
    "Walker Wang Watson Weber Wilson Wolf Wood Wright Yamada Yilmaz Young Zhang Zimmermann"
).split()

# RFC 2606 keeps these for examples: nobody receives mail there.
MAIL_DOMAINS = ("example.com", "example.net", "example.org", "mail.example.com", "post.example.net")
MAIL_SHARES = (0.34, 0.2, 0.12, 0.24, 0.1)

# North American area codes. In each, the numbers 555-0100 to 555-0199 are kept for fiction.
AREA_CODES = (
    "201 202 203 205 206 207 208 209 210 212 213 214 215 216 217 218 219 225 228 229 231 234 239 240 248 251 252 253 254 "
    "256 260 262 267 269 270 276 281 301 302 303 304 305 307 308 309 310 312 313 314 315 316 317 318 319 320 321 323 325 "
    "330 334 336 337 339 347 351 352 360 361 386 401 402 404 405 406 407 408 409 410 412 413 414 415 417 419 423 424 425 "
    "430 432 434 435 440 443 458 469 478 479 480 484 501 502 503 504 505 507 508 509 510 512 513 515 516 517 518 520 530 "
    "540 541 551 559 561 562 563 567 570 571 573 574 575 580 585 586 601 602 603 605 606 607 608 609 610 612 614 615 616 "
    "617 618 619 620 623 626 630 631 636 641 646 650 651 660 661 662 678 682 701 702 703 704 706 707 708 712 713 714 715 "
    "716 717 718 719 720 724 727 731 732 734 740 754 757 760 763 765 770 772 773 774 775 781 785 786 801 802 803 804 805 "
    "806 808 810 812 813 814 815 816 817 818 828 830 831 832 843 845 847 848 850 856 857 858 859 860 862 863 864 865 870 "
    "878 901 903 904 906 907 908 909 910 912 913 914 915 916 917 918 919 920 925 928 931 936 937 940 941 947 949 951 952 "
    "954 956 970 971 972 973 978 979 980 985 989"
).split()
NUMBERS_OF_FICTION = 100


def names(draws: Draws, genders: Sequence[str]) -> list[tuple[str, str]]:
    """A first name and a last name for each entry, which is ``F`` or ``M``. Names repeat, as names do."""
    n = len(genders)
    first, last = draws.uniform(n).tolist(), draws.uniform(n).tolist()
    return [
        (
            FIRST_NAMES[gender][int(a * len(FIRST_NAMES[gender]))],
            LAST_NAMES[int(b * len(LAST_NAMES))],
        )
        for gender, a, b in zip(genders, first, last)
    ]


def emails(draws: Draws, people: Sequence[tuple[str, str]]) -> list[str]:
    """A different address for each of the people, at domains that are kept for examples."""
    n = len(people)
    style = draws.pick((0.45, 0.25, 0.15, 0.15), n).tolist()
    domain = draws.pick(MAIL_SHARES, n).tolist()
    number = draws.integers(1, 99, n).tolist()
    taken: set[str] = set()
    found: list[str] = []
    for (first, last), how, where, digits in zip(people, style, domain, number):
        given, family = first.lower(), last.lower()
        local = (f"{given}.{family}", f"{given[0]}{family}{digits:02d}", f"{given}_{family}", f"{family}.{given}{digits}")[how]
        address = f"{local}@{MAIL_DOMAINS[where]}"
        while address in taken:
            digits += 1
            address = f"{local}{digits}@{MAIL_DOMAINS[where]}"
        taken.add(address)
        found.append(address)
    return found


def phones(draws: Draws, n: int) -> list[str]:
    """``n`` different numbers, all of those that are kept for fiction: ``+1-212-555-0147``."""
    places: Ints = draws.distinct(0, len(AREA_CODES) * NUMBERS_OF_FICTION - 1, n)
    return [
        f"+1-{AREA_CODES[place // NUMBERS_OF_FICTION]}-555-{100 + place % NUMBERS_OF_FICTION:04d}"
        for place in places.tolist()
    ]


def cards(draws: Draws, n: int) -> list[str]:
    """``n`` different card numbers of 16 digits that pass the Luhn test. They begin with 9, which no network issues."""
    bodies = draws.distinct(900_000_000_000_000, 999_999_999_999_999, n)
    return [f"{body}{digit}" for body, digit in zip(bodies.tolist(), luhn_digits(bodies).tolist())]


def luhn_digits(bodies: Ints) -> Ints:
    """The digit that, put behind each number of 15 digits, makes it pass the Luhn test."""
    total = np.zeros(len(bodies), dtype=np.int64)
    for place in range(15):
        digit = bodies // 10**place % 10
        if place % 2 == 0:
            digit = digit * 2
            digit = np.where(digit > 9, digit - 9, digit)
        total = total + digit
    return (10 - total % 10) % 10
