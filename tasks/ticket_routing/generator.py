"""Messages of customers, and which team each is for. Started by ``generation/run.py``, which calls ``build``.

6,000 labelled messages, 200 of them sent a second time in slightly other words, and 2,000 to route. Some hold mail
addresses, phone numbers and names; a few of the labels were set by somebody who did not read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from generation import ticket_phrases as phrases
from generation import truth
from generation.draws import Draws, Ints
from generation.people import emails, names, phones
from generation.planting import choose
from generation.two_tables import lay_out, write_two_tables

TASK = "ticket_routing"
GENERATOR = "1"
LABELLED, SENT_AGAIN, HOLDOUT = 6_000, 200, 2_000
WRITTEN = LABELLED - SENT_AGAIN
MESSAGES = WRITTEN + HOLDOUT
CHANNELS = ("chat", "email", "form", "phone note")
SHARES = (0.16, 0.19, 0.21, 0.17, 0.12, 0.15)
"""Of the teams."""
CLEAR, TWICE_CLEAR, ASTRAY = 0.80, 0.35, 0.30
"""Chances of a phrase that names the team, of a second one, and of a phrase about another team's matter."""
NOISE = 0.04
FAR_APART = 0.72
"""Share of words in common that two messages of different people stay below."""
EMAIL_SHARE, PHONE_SHARE, NAME_SHARE = 0.11, 0.09, 0.34


@dataclass(frozen=True)
class Messages:
    """One entry a message: the first WRITTEN are labelled, the next the hold-out, the last are sent again."""

    texts: list[str]
    team: Ints
    channel: Ints
    has_email: np.ndarray
    has_phone: np.ndarray
    has_name: np.ndarray


def sentence(text: str) -> str:
    """With a capital letter and a full stop."""
    return text[0].upper() + text[1:] + ("" if text[-1] in ".?!" else ".") if text else ""


class Writer:
    """Draws of everything that a message needs, a stream for each: one more phrase leaves the others alone."""

    def __init__(self, variant: int, n: int) -> None:
        def uniform(part: str) -> list[float]:
            return Draws(TASK, variant, part).uniform(n).tolist()

        self.parts = {
            part: uniform(part)
            for part in (
                "greeting", "clear", "topic", "second", "topic.second", "between", "astray", "praise", "detail",
                "number", "day", "aside", "closing", "order", "lower", "exclaim", "story",
            )
        }

    def draw(self, part: str, index: int) -> float:
        return self.parts[part][index]

    def one_of(self, options: tuple[str, ...], part: str, index: int) -> str:
        return options[int(self.draw(part, index) * len(options))]

    def body(self, index: int, team: str) -> tuple[list[str], list[str]]:
        """The sentences of a message to ``team``, without greeting, signature and contact; and what it is about."""
        matter: list[str] = []
        topics = phrases.TOPICS[team]
        between = [text for first, second, text in phrases.BETWEEN if team in (first, second)]
        if self.draw("clear", index) < CLEAR:
            matter.append(self.one_of(topics, "topic", index))
            if self.draw("second", index) < TWICE_CLEAR:
                matter.append(self.one_of(topics, "topic.second", index))
        else:
            matter.append(between[int(self.draw("between", index) * len(between))])
        about = list(matter)
        if self.draw("astray", index) < ASTRAY:
            matter.append(self.one_of(phrases.PRAISE, "praise", index))
        number, day = str(100_000 + int(self.draw("number", index) * 900_000)), self.one_of(phrases.DAYS, "day", index)
        matter.append(self.one_of(phrases.DETAILS, "detail", index).format(number=number, day=day))
        matter.append(self.one_of(phrases.ASIDES, "aside", index))
        if self.draw("order", index) < 0.4:
            matter.reverse()
        return [sentence(text) for text in dict.fromkeys(matter) if text], about

    def story(self, index: int, attempt: int) -> str:
        """A sentence of this writer alone."""
        start = int(self.draw("story", index) * len(phrases.STORIES))
        return sentence(phrases.STORIES[(start + attempt) % len(phrases.STORIES)])


class Archive:
    """The words of the messages so far, by what they are about: a bit for each word, one for all numbers."""

    def __init__(self) -> None:
        self.bits: dict[str, int] = {}
        self.by_matter: dict[str, list[int]] = {}

    def words_of(self, text: str) -> int:
        said = 0
        for word in re.findall(r"[a-z]+|\d+", text.lower()):
            said |= 1 << self.bits.setdefault("0" if word.isdigit() else word, len(self.bits))
        return said

    def holds_alike(self, text: str, about: list[str]) -> bool:
        said = self.words_of(text)
        return any(
            (said & other).bit_count() >= FAR_APART * (said | other).bit_count()
            for matter in about
            for other in self.by_matter.get(matter, ())
        )

    def add(self, text: str, about: list[str]) -> None:
        said = self.words_of(text)
        for matter in about:
            self.by_matter.setdefault(matter, []).append(said)


def write_messages(variant: int) -> Messages:
    """All messages but the ones that are sent again."""
    n = MESSAGES

    def draws(part: str) -> Draws:
        return Draws(TASK, variant, part)

    team = draws("team").pick(SHARES, n)
    channel = draws("channel").pick((0.22, 0.40, 0.26, 0.12), n)
    writer = Writer(variant, n)
    people = names(draws("name"), ["F" if share < 0.52 else "M" for share in draws("gender").uniform(n).tolist()])
    addresses, numbers = emails(draws("email"), people), phones(draws("phone"), n)
    has_email = draws("has.email").uniform(n) < EMAIL_SHARE
    has_phone = draws("has.phone").uniform(n) < PHONE_SHARE
    has_name = draws("has.name").uniform(n) < NAME_SHARE
    texts: list[str] = []
    archive = Archive()

    def text_of(index: int, body: list[str]) -> str:
        lines = [sentence(writer.one_of(phrases.GREETINGS, "greeting", index)), *body]
        if has_phone[index]:
            lines.append(f"You can reach me at {numbers[index]}.")
        if has_email[index]:
            lines.append(f"My address is {addresses[index]}.")
        closing = writer.one_of(phrases.CLOSINGS, "closing", index)
        lines.append(f"{closing} {' '.join(people[index])}".strip() if has_name[index] else sentence(closing))
        text = " ".join(line for line in lines if line)
        if writer.draw("exclaim", index) < 0.06:
            text = text.replace(". ", "! ", 1)
        # Names and addresses stay as they are: whoever looks for them by their letters shall find them.
        return text.lower() if writer.draw("lower", index) < 0.12 and not has_name[index] else text

    for index in range(n):
        body, about = writer.body(index, phrases.TEAMS[team[index]])
        text, attempt = text_of(index, body), 0
        # The stock of phrases is small: whoever would write what somebody wrote before adds a sentence of their own.
        while archive.holds_alike(text, about) and attempt < len(phrases.STORIES):
            text = text_of(index, [*body, writer.story(index, attempt)])
            attempt += 1
        archive.add(text, about)
        texts.append(text)
    return Messages(texts, team, channel, has_email, has_phone, has_name)


def again(text: str, how: float) -> str:
    """The same message as it is sent a second time."""
    if how < 0.35:
        return f"{text} Please answer."
    if how < 0.65:
        return f"Once more: {text}"
    if how < 0.85:
        return text.replace(".", "!", 1)
    words = text.split(" ")
    del words[len(words) // 2]
    return " ".join(words)


def build(variant: int, out: Path) -> None:
    """Writes the variant's data, labels and truth under ``out``, which must not hold them yet."""

    def draws(part: str) -> Draws:
        return Draws(TASK, variant, part)

    written = write_messages(variant)
    labelled, holdout = np.arange(WRITTEN), np.arange(WRITTEN, MESSAGES)
    # Sent again and kept apart from contact data, so that the two counts do not depend on each other.
    plain = labelled[~(written.has_email | written.has_phone | written.has_name)[:WRITTEN]]
    originals = choose(draws("again"), plain, SENT_AGAIN)
    how = draws("again.how").uniform(SENT_AGAIN).tolist()
    copies = np.arange(MESSAGES, MESSAGES + SENT_AGAIN)
    texts = [*written.texts, *(again(written.texts[i], x) for i, x in zip(originals.tolist(), how))]
    team = np.concatenate([written.team, written.team[originals]])
    channel = np.concatenate([written.channel, written.channel[originals]])

    # Wrong labels and messages that come twice lie on the training side.
    ordinary = labelled[~np.isin(labelled, originals)]
    wrong = choose(draws("wrong"), ordinary, round(NOISE * LABELLED))
    shown = team.copy()
    teams = len(phrases.TEAMS)
    shown[wrong] = (team[wrong] + draws("wrong.team").integers(1, teams - 1, len(wrong))) % teams
    entries = np.concatenate([labelled, copies])
    must_train = np.isin(entries, np.concatenate([wrong, originals, copies]))
    rows = lay_out(TASK, variant, entries, must_train, holdout)
    ids = draws("ticket_id").distinct(1_000_000, 9_999_999, len(texts))

    def table(who: Ints) -> dict[str, list[int | str | None]]:
        return {
            "ticket_id": ids[who].tolist(),
            "channel": [CHANNELS[i] for i in channel[who].tolist()],
            "text": [texts[i] for i in who.tolist()],
        }

    write_two_tables(out, rows, table, "team", [phrases.TEAMS[i] for i in shown.tolist()])
    row_of = dict(zip(rows.everything.tolist(), rows.all_ids.tolist()))
    row_ids = np.array([row_of[i] for i in range(len(texts))])

    def holding(flags: np.ndarray) -> Ints:
        return row_ids[np.flatnonzero(flags)]

    truth.write_truth(
        out / "private",
        task=TASK,
        variant=variant,
        generator=GENERATOR,
        columns=COLUMNS,
        faults=[
            truth.duplicate(
                ["text"],
                [[row_of[a], row_of[b]] for a, b in zip(originals.tolist(), copies.tolist())],
                near=True,
            ),
            truth.personal("text", "email", holding(written.has_email)),
            truth.personal("text", "phone", holding(written.has_phone)),
            truth.personal("text", "name", holding(written.has_name)),
            truth.label_noise("team", row_ids[wrong], rows.data_ids),
        ],
    )


COLUMNS = {
    "ticket_id": truth.column("identifier", "integer"),
    "channel": truth.column("group", "category"),
    "text": truth.column("feature", "text"),
    "team": truth.column("target", "category"),
}
