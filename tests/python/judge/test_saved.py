"""Matrices are hostile files: whatever they hold, reading them ends in values or in Unusable."""

from __future__ import annotations

import pickle
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from judge.saved import Unusable, read_output, read_saved


def save(folder: Path, **changed: Any) -> None:
    arrays = {
        "X": np.arange(20.0).reshape(10, 2),
        "pos": np.arange(10),
        "n": np.array(10),
        "names": np.array(["a", "b"]),
        "text_columns": np.array([], dtype=int),
        **changed,
    }
    np.savez(folder / "m.npz", **{k: v for k, v in arrays.items() if v is not None})


def test_a_right_file_is_read(tmp_path: Path) -> None:
    save(tmp_path, index=np.arange(10), y=np.ones(10))
    saved = read_saved(tmp_path, "m")
    assert (saved.X.shape, saved.total, saved.names) == ((10, 2), 10, ["a", "b"])


@pytest.mark.parametrize(
    "written",
    [
        {"codes": np.array([[0, 1] * 5], dtype=np.int32), "levels": np.array(["one", "two"])},
        {"texts": np.array([["one", "two"] * 5])},
    ],
)
def test_text_columns_are_read_as_codes_of_levels_and_written_out(tmp_path: Path, written: dict[str, Any]) -> None:
    save(tmp_path, text_columns=np.array([1]), **written)
    assert read_saved(tmp_path, "m").texts[1].tolist() == ["one", "two"] * 5


HOSTILE: list[dict[str, Any]] = [
    {"X": None},
    {"pos": None},
    {"X": np.zeros(10)},
    {"X": np.array([["a", "b"]] * 10)},
    {"pos": np.arange(9)},
    {"n": np.array(3)},
    {"n": np.array([1, 2])},
    {"texts": np.zeros((1, 10)), "text_columns": np.array([0])},
    {"texts": np.array([["x"] * 9]), "text_columns": np.array([0])},
    {"texts": np.array([["x"] * 10])},
    {"codes": np.zeros((1, 9), int), "levels": np.array(["x"]), "text_columns": np.array([0])},
    {"codes": np.full((1, 10), 1), "levels": np.array(["x"]), "text_columns": np.array([0])},
    {"codes": np.full((1, 10), -1), "levels": np.array(["x"]), "text_columns": np.array([0])},
    {"codes": np.zeros((1, 10)), "levels": np.array(["x"]), "text_columns": np.array([0])},
    {"codes": np.zeros((1, 10), int), "levels": np.array([1.0]), "text_columns": np.array([0])},
    {"codes": np.zeros((1, 10), int), "text_columns": np.array([0])},
    # Ten numbers of a text of a hundred million letters would be four gigabytes.
    {"codes": np.zeros((1, 10), int), "levels": np.array(["x" * 10_000_000]), "text_columns": np.array([0])},
]


@pytest.mark.parametrize("changed", HOSTILE)
def test_arrays_that_do_not_fit_are_unusable(tmp_path: Path, changed: dict[str, Any]) -> None:
    save(tmp_path, **changed)
    if "texts" in changed and "text_columns" not in changed:
        changed["text_columns"] = None
        save(tmp_path, **changed)
    with pytest.raises(Unusable):
        read_saved(tmp_path, "m")


def test_a_pickle_is_never_loaded(tmp_path: Path) -> None:
    marker = tmp_path / "marker"

    class Evil:
        def __reduce__(self):  # type: ignore[no-untyped-def]
            return (Path.touch, (marker,))

    (tmp_path / "p.npz").write_bytes(pickle.dumps(Evil()))
    objects = np.array([Evil()], dtype=object)
    np.savez(tmp_path / "m.npz", X=objects, pos=np.arange(1), n=np.array(1))
    for name in ("p", "m"):
        with pytest.raises(Unusable):
            read_saved(tmp_path, name)
    assert not marker.exists()


def test_an_archive_that_unpacks_to_too_much_is_unusable(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "m.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("X.npy", b"\0" * 250_000_000)
    with pytest.raises(Unusable):
        read_saved(tmp_path, "m")


@pytest.mark.parametrize("name", ["../m", "a/b", ".hidden", "", "absent"])
def test_names_that_lead_elsewhere_are_unusable(tmp_path: Path, name: str) -> None:
    save(tmp_path)
    (tmp_path / "inner").mkdir()
    with pytest.raises(Unusable):
        read_saved(tmp_path / "inner", name)


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    save(tmp_path)
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "m.npz").symlink_to(tmp_path / "m.npz")
    with pytest.raises(Unusable):
        read_saved(inner, "m")


def test_outputs_are_numbers_or_labels_in_one_or_two_dimensions(tmp_path: Path) -> None:
    np.savez(tmp_path / "out-1.npz", v=np.zeros((3, 2)))
    np.savez(tmp_path / "out-2.npz", v=np.zeros((3, 2, 2)))
    assert read_output(tmp_path, 1).shape == (3, 2)
    with pytest.raises(Unusable):
        read_output(tmp_path, 2)
