"""Invented people: believable, different from each other, and reachable by nobody."""

from __future__ import annotations

import re
import sys

from generated import TASKS

sys.path.insert(0, str(TASKS))
from generation.draws import Draws  # noqa: E402
from generation.people import FIRST_NAMES, emails, names, phones  # noqa: E402

MANY = 9_000


def draws(part: str) -> Draws:
    return Draws("toy", 0, part)


def test_first_names_follow_the_gender() -> None:
    people = names(draws("name"), ["F", "M"] * 50)
    assert all(first in FIRST_NAMES["FM"[place % 2]] for place, (first, _) in enumerate(people))


def test_every_address_is_different_and_its_domain_is_kept_for_examples() -> None:
    people = names(draws("name"), ["F", "M"] * (MANY // 2))
    addresses = emails(draws("email"), people)
    assert len(set(addresses)) == MANY
    assert all(re.fullmatch(r"[a-z0-9._]+@([a-z]+\.)?example\.(com|net|org)", one) for one in addresses)


def test_an_address_holds_its_owner_s_last_name() -> None:
    people = names(draws("name"), ["F"] * 200)
    assert all(last.lower() in address for (_, last), address in zip(people, emails(draws("email"), people)))


def test_every_phone_number_is_different_and_kept_for_fiction() -> None:
    numbers = phones(draws("phone"), MANY)
    assert len(set(numbers)) == MANY
    assert all(re.fullmatch(r"\+1-[2-9]\d\d-555-01\d\d", one) for one in numbers)
