"""Personal data: invented, reserved, and where the truth says."""

from __future__ import annotations

import re

import numpy as np

from .findings import Findings
from .variant import Variant

TRUTH = "private/truth.json"
EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
RESERVED_MAIL = re.compile(r"@(?:[\w-]+\.)*(?:example\.(?:com|net|org)|example|test|invalid)$")
PHONE = re.compile(r"(?<![\d-])(?:\+?\d{1,2}[ -])?\(?\d{3}\)?[ -]\d{3}[ -]\d{4}(?![\d-])")
RESERVED_PHONE = re.compile(r"555[ -]01\d\d$")
CARD = re.compile(r"(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)")


def check_personal(variant: Variant, found: Findings) -> None:
    finders = {"email": _emails, "phone": _phones, "card": _cards}
    for what, finder in finders.items():
        said = {fault["fields"][0]: fault for fault in variant.faults_of("personal") if fault["what"] == what}
        for name, column in variant.columns.items():
            if column["type"] in ("integer", "number") and what != "card" or column["role"] in ("feature", "group") and column["type"] != "text" and name not in said:
                continue
            if column["type"] == "date":
                continue
            fault = said.get(name)
            seen: list[int] = []
            blank: list[int] = []
            for table in variant.tables:
                if name not in table.names:
                    continue
                cells = table.column(name)
                holds = np.array([finder(cell, found, name) for cell in cells.tolist()], dtype=bool)
                seen += table.ids[holds].tolist()
                blank += table.ids[(cells == "").to_numpy()].tolist()
            wanted = [] if fault is None else fault["rows"]
            if wanted is None:
                every = {row for table in variant.tables if name in table.names for row in table.ids.tolist()}
                wanted = sorted(every - set(blank))
            found.differ("data.personal", TRUTH, f"Rows of {name} that hold a {what}", wanted, seen, "Write the truth from the array that plants it.")
    for fault in variant.faults_of("personal"):
        if fault["fields"][0] not in variant.columns:
            found.add("truth.personal", TRUTH, f"{fault['id']} names no column.", "Name the column.")


def _emails(cell: str, found: Findings, name: str) -> bool:
    addresses = EMAIL.findall(cell)
    for address in addresses:
        if not RESERVED_MAIL.search(address.lower()):
            found.add("data.reserved", "generator.py", f"{name} holds {address}, which may reach somebody.", "Use the domains that RFC 2606 reserves: generation.people.emails.")
    return bool(addresses)


def _phones(cell: str, found: Findings, name: str) -> bool:
    numbers = PHONE.findall(cell)
    for number in numbers:
        if not RESERVED_PHONE.search(number):
            found.add("data.reserved", "generator.py", f"{name} holds {number}, which may be somebody's.", "Use numbers kept for fiction: generation.people.phones.")
    return bool(numbers)


def _cards(cell: str, found: Findings, name: str) -> bool:
    numbers = [re.sub(r"\D", "", text) for text in CARD.findall(cell)]
    valid = [number for number in numbers if _luhn(number)]
    for number in valid:
        if not number.startswith("9"):
            found.add("data.reserved", "generator.py", f"{name} holds the card number {number}, which may be somebody's.", "Use numbers that no network issues: generation.people.cards.")
    return bool(valid)


def _luhn(number: str) -> bool:
    total = 0
    for place, digit in enumerate(reversed(number)):
        value = int(digit) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0
