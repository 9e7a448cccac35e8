"""What is planted in ticket_routing against its data, by a program that shares nothing with the generator."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from typing import Callable

import pytest
from tables import Variant, is_test, row_ids, share

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tasks"))
from checking.near import near_groups  # noqa: E402

TEAMS = {"account", "billing", "delivery", "returns", "sales", "technical"}
EMAIL = r"[a-z0-9._]+@([a-z]+\.)?example\.(com|net|org)"
PHONE = r"\+1-[2-9]\d\d-555-01\d\d"


@pytest.fixture(params=[0, 1, 7])
def variant(request: pytest.FixtureRequest, variant_of: Callable[[str, int], Path]) -> Variant:
    return Variant(variant_of("ticket_routing", request.param))


def alike(one: str, other: str) -> float:
    """Share of the words that two texts have in common."""
    first, second = (set(re.findall(r"[a-z0-9]+", text.lower())) for text in (one, other))
    return len(first & second) / len(first | second)


def test_each_message_has_one_of_six_teams_and_none_is_rare(variant: Variant) -> None:
    counts = Counter(row["team"] for row in variant.data)
    assert counts.keys() == TEAMS
    assert min(counts.values()) > 0.09 * len(variant.data)


@pytest.mark.parametrize(("what", "pattern"), [("email", EMAIL), ("phone", PHONE)])
def test_contact_data_stands_where_the_truth_says_and_reaches_nobody(variant: Variant, what: str, pattern: str) -> None:
    fault = variant.fault(f"personal.text.{what}")
    assert row_ids(variant.rows, lambda row: re.search(pattern, row["text"]) is not None) == fault["rows"]
    assert len(fault["rows"]) > 0.05 * len(variant.rows)


def test_every_address_is_of_a_reserved_domain(variant: Variant) -> None:
    for row in variant.rows:
        assert len(re.findall("@", row["text"])) == len(re.findall(EMAIL, row["text"]))


def test_a_name_closes_the_messages_that_the_truth_names(variant: Variant) -> None:
    rows = {str(row) for row in variant.fault("personal.text.name")["rows"]}
    for row in variant.rows:
        if row["row_id"] in rows:
            assert re.search(r"[A-Z]\S+ [A-Z]\S+$", row["text"]), row["text"]


def test_messages_sent_again_are_alike_on_the_training_side_and_of_one_team(variant: Variant) -> None:
    fault = variant.fault("near_duplicate.text")
    by_id = {row["row_id"]: row for row in variant.data}
    assert fault["count"] == len(fault["groups"]) == 200
    for group in fault["groups"]:
        first, second = (by_id[str(row)] for row in group)
        assert first["text"] != second["text"]
        assert alike(first["text"], second["text"]) > 0.7
        assert not is_test(first) and not is_test(second)
        assert (first["team"], first["channel"]) == (second["team"], second["channel"])


def test_only_what_was_sent_again_is_alike(variant: Variant) -> None:
    """The stock of phrases is small: without care forty messages of different people were alike by chance."""
    groups = near_groups([row["text"] for row in variant.data])
    assert abs(sum(len(group) - 1 for group in groups) - 200) <= 4


def test_no_text_stands_twice_on_both_sides(variant: Variant) -> None:
    test = {row["text"] for row in variant.data if is_test(row)}
    train = [row["text"] for row in variant.data if not is_test(row)]
    assert sum(text in test for text in train) < 0.005 * len(train)


def test_labels_are_wrong_where_the_truth_says_and_only_in_training(variant: Variant) -> None:
    wrong = set(variant.fault("label_noise.team")["rows"])
    assert len(wrong) == round(0.04 * len(variant.data))
    assert not any(is_test(row) for row in variant.data if int(row["row_id"]) in wrong)


def test_the_channel_does_not_tell_the_team(variant: Variant) -> None:
    overall = {team: share(variant.data, lambda row: row["team"] == team) for team in TEAMS}
    for channel in {row["channel"] for row in variant.data}:
        rows = [row for row in variant.data if row["channel"] == channel]
        for team, rate in overall.items():
            here = share(rows, lambda row: row["team"] == team)
            assert abs(here - rate) < 4.5 * (rate * (1 - rate) / len(rows)) ** 0.5, (channel, team)
