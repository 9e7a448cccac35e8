"""Checks a value against the published JSON Schema of ``report.json``; only the keywords that it uses."""

from __future__ import annotations

from typing import Any

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}
_ANNOTATIONS = {"$schema", "$id", "title", "description"}
_CHECKED = {
    "type",
    "const",
    "required",
    "properties",
    "additionalProperties",
    "items",
    "minimum",
    "maximum",
    "minLength",
}


def problems(value: Any, schema: dict[str, Any], where: str = "report") -> list[str]:
    """One sentence for each place that breaks the schema; an empty list when it is valid.

    ``value`` is what ``json.loads`` gives. Raises ``NotImplementedError`` for a keyword that is not checked here, so
    that a new schema is never taken for checked.
    """
    unknown = set(schema) - _CHECKED - _ANNOTATIONS
    if unknown:
        raise NotImplementedError(f"schema keyword {sorted(unknown)[0]} at {where}")
    found: list[str] = []
    allowed = schema.get("type")
    if allowed is not None:
        names = [allowed] if isinstance(allowed, str) else allowed
        if not any(_is(value, name) for name in names):
            return [f"{where} must be {' or '.join(names)}, not {_name_of(value)}"]
    if "const" in schema and value != schema["const"]:
        found.append(f"{where} must be {schema['const']!r}")
    if isinstance(value, str) and len(value) < schema.get("minLength", 0):
        found.append(f"{where} must not be empty")
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if "minimum" in schema and value < schema["minimum"]:
            found.append(f"{where} must be at least {schema['minimum']}, not {value}")
        if "maximum" in schema and value > schema["maximum"]:
            found.append(f"{where} must be at most {schema['maximum']}, not {value}")
    if isinstance(value, dict):
        found += [f"{where}.{name} is missing" for name in schema.get("required", []) if name not in value]
        known = schema.get("properties", {})
        others = schema.get("additionalProperties", {})
        for name, item in value.items():
            inner = known.get(name, others)
            if isinstance(inner, dict):
                found += problems(item, inner, f"{where}.{name}")
            elif inner is False:
                found.append(f"{where}.{name} is not known")
    if isinstance(value, list):
        for index, item in enumerate(value):
            found += problems(item, schema.get("items", {}), f"{where}[{index}]")
    return found


def _is(value: Any, name: str) -> bool:
    if isinstance(value, bool):
        return name == "boolean"
    if name == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _TYPES[name])


def _name_of(value: Any) -> str:
    return next(name for name in ("null", "boolean", "integer", "number", "string", "array", "object") if _is(value, name))
