"""What the agent's own code may import, and what to take instead of the rest."""

from __future__ import annotations

import sys

#: The contract's libraries, by the names under which they are imported.
LIBRARIES = (
    "pandas", "sklearn", "numpy", "matplotlib", "seaborn", "pydantic", "pytest", "numba", "pypdf", "joblib", "psutil",
    "graphviz", "lightgbm", "xgboost", "prophet", "shap", "lime",
)  # fmt: skip
#: Further names of the same distributions; `_pytest` is what pytest itself writes into the test files that it runs.
PARTS = ("mpl_toolkits", "pylab", "_pytest", "mle_bench", "__main__")

_NO_SCREEN = "there is no screen in this sandbox; draw with matplotlib and save to REPORT_DIR/figures"
_NO_INSTALLING = "nothing can be installed in this sandbox; take the libraries named in CONTRACT.md"
_VERSIONS = "read versions with importlib.metadata.version"
_NO_NETWORK = "there is no network in this sandbox; read the files in DATA_DIR"
_NO_DEEP_LEARNING = "deep learning is not part of this sandbox; take scikit-learn, LightGBM or XGBoost"
_PANDAS = "take pandas (chunksize, usecols and dtype keep it small)"
_TEXT = "take sklearn.feature_extraction.text"
_TUNING = "take sklearn.model_selection.HalvingGridSearchCV"
_FIGURES = "take matplotlib or seaborn"
_IMAGES = "take matplotlib.image"
_PDF = "take pypdf"
_CSV = "write CSV with pandas"

#: Parts of the standard library that have no sense here; every other part may be imported.
BARRED_STANDARD = {
    "tkinter": _NO_SCREEN,
    "_tkinter": _NO_SCREEN,
    "turtle": _NO_SCREEN,
    "turtledemo": _NO_SCREEN,
    "idlelib": _NO_SCREEN,
    "webbrowser": _NO_SCREEN,
    "ensurepip": _NO_INSTALLING,
    "venv": _NO_INSTALLING,
}

ALTERNATIVES = {
    **BARRED_STANDARD,
    "scipy": "scipy is used only inside the libraries here; take sklearn.metrics (precision_recall_curve instead of "
    "scipy.stats), numpy or pandas",
    "statsmodels": "statsmodels is not on the list; take sklearn.linear_model.LinearRegression instead of its OLS, and "
    "mle_bench.models.ARIMA",
    "pmdarima": "take mle_bench.models.ARIMA or Prophet",
    "cmdstanpy": "take prophet.Prophet",
    "pystan": "take prophet.Prophet",
    "fbprophet": "take prophet.Prophet",
    **dict.fromkeys(("requests", "httpx", "urllib3", "aiohttp", "openai", "anthropic", "boto3"), _NO_NETWORK),
    **dict.fromkeys(("torch", "torchvision", "tensorflow", "keras", "jax", "flax", "mxnet"), _NO_DEEP_LEARNING),
    **dict.fromkeys(("polars", "dask", "vaex", "modin", "pyspark", "duckdb", "narwhals", "datatable"), _PANDAS),
    "cupy": "take numpy",
    "catboost": "take lightgbm or xgboost",
    "imblearn": 'take class_weight="balanced" or sample_weight of scikit-learn',
    "category_encoders": "take sklearn.preprocessing",
    **dict.fromkeys(("optuna", "hyperopt", "skopt", "ray"), _TUNING),
    **dict.fromkeys(("plotly", "bokeh", "altair", "missingno"), _FIGURES),
    **dict.fromkeys(("PIL", "cv2", "skimage", "imageio", "tifffile"), _IMAGES),
    **dict.fromkeys(("nltk", "spacy", "gensim", "transformers", "textblob"), _TEXT),
    **dict.fromkeys(("pdfplumber", "PyPDF2", "fitz", "tabula", "camelot"), _PDF),
    **dict.fromkeys(("openpyxl", "xlrd", "pyarrow", "fastparquet", "tables"), _CSV),
    **dict.fromkeys(("pip", "setuptools", "wheel", "uv", "conda"), _NO_INSTALLING + "; " + _VERSIONS),
    "pkg_resources": _VERSIONS,
    "importlib_metadata": _VERSIONS,
    "yaml": "write JSON with json",
    "dateutil": "take pandas.to_datetime",
    "pytz": "take zoneinfo",
    "tqdm": "print the progress",
    "threadpoolctl": "set n_jobs; the libraries already use the granted cores",
    "cloudpickle": "take joblib or pickle",
    "dill": "take joblib or pickle",
    "typing_extensions": "take typing",
    "six": "take the standard library of Python 3.11",
    "eli5": "take shap or lime",
    "ydata_profiling": "take DataFrame.describe and DataFrame.isna",
    "sympy": "take numpy",
    "networkx": "write the lineage as Mermaid text",
    "mlflow": "write report.json with mle_bench.report.save",
    "IPython": "print, and save figures to REPORT_DIR/figures",
    # Modules of the helper package, taken for modules of the current folder.
    "utils": "the current folder is not searched for modules; the cleaning steps are mle_bench.utils.preprocess",
    "preprocess": "the current folder is not searched for modules; take mle_bench.utils.preprocess",
    "noise": "the current folder is not searched for modules; take mle_bench.noise",
    "report": "the current folder is not searched for modules; take mle_bench.report",
    "models": "the current folder is not searched for modules; take mle_bench.models",
    "fixed_test_split": "take `from mle_bench import fixed_test_split`",
}

OFFERED = frozenset((*(sys.stdlib_module_names - set(BARRED_STANDARD)), *LIBRARIES, *PARTS))


def sentence(top: str) -> str:
    """What to do instead of importing `top`, which is not offered."""
    known = ALTERNATIVES.get(top)
    if known is not None:
        return known
    return f"it is not among the libraries of this sandbox: the standard library, mle_bench, {', '.join(LIBRARIES)}"
