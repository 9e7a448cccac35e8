"""Models whose libraries a solution may not import itself. Each is loaded at first use.

``ARIMA(endog, exog=None, order=(0, 0, 0), seasonal_order=(0, 0, 0, 0), trend=None, ...)``: that of statsmodels 0.14.6,
called the same: ``ARIMA(series, order=(1, 1, 1)).fit().forecast(7)``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from statsmodels.tsa.arima.model import ARIMA as ARIMA

__all__ = ["ARIMA"]


def __getattr__(name: str) -> Any:
    if name == "ARIMA":
        from statsmodels.tsa.arima.model import ARIMA

        globals()["ARIMA"] = ARIMA
        return ARIMA
    raise AttributeError(f"module 'mle_bench.models' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
