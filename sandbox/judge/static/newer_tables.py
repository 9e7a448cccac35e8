"""Names and arguments that the pinned pandas 1.5, scikit-learn 1.2 and numpy 1.23 do not have yet.

Each entry says with which release the name came and what does the same here. A test asks the pinned libraries
themselves that every name of the tables is absent and that every alternative is there.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Newer:
    """`since`: the first release that has it. `instead`: what to write with the pinned one."""

    since: str
    instead: str


NAMES: dict[str, Newer] = {
    "numpy.concat": Newer("numpy 2.0", "numpy.concatenate"),
    "numpy.permute_dims": Newer("numpy 2.0", "numpy.transpose"),
    "numpy.matrix_transpose": Newer("numpy 2.0", "numpy.swapaxes"),
    "numpy.astype": Newer("numpy 2.0", "the array's own astype"),
    "numpy.isdtype": Newer("numpy 2.0", "numpy.issubdtype"),
    "numpy.unique_values": Newer("numpy 2.0", "numpy.unique"),
    "numpy.unique_counts": Newer("numpy 2.0", "numpy.unique with return_counts=True"),
    "numpy.unique_inverse": Newer("numpy 2.0", "numpy.unique with return_inverse=True"),
    "numpy.unique_all": Newer("numpy 2.0", "numpy.unique"),
    "numpy.vecdot": Newer("numpy 2.0", "numpy.einsum"),
    "numpy.trapezoid": Newer("numpy 2.0", "numpy.trapz"),
    "numpy.pow": Newer("numpy 2.0", "numpy.power"),
    "numpy.acos": Newer("numpy 2.0", "numpy.arccos"),
    "numpy.asin": Newer("numpy 2.0", "numpy.arcsin"),
    "numpy.atan": Newer("numpy 2.0", "numpy.arctan"),
    "numpy.atan2": Newer("numpy 2.0", "numpy.arctan2"),
    "numpy.bitwise_count": Newer("numpy 2.0", "numpy.unpackbits"),
    "numpy.cumulative_sum": Newer("numpy 2.1", "numpy.cumsum"),
    "numpy.exceptions": Newer("numpy 1.25", "the names of numpy itself"),
    "numpy.strings": Newer("numpy 2.0", "numpy.char"),
    "numpy.linalg.vector_norm": Newer("numpy 2.0", "numpy.linalg.norm"),
    "numpy.linalg.matrix_norm": Newer("numpy 2.0", "numpy.linalg.norm"),
    "pandas.api.typing": Newer("pandas 2.1", "the class of the object"),
    "pandas.col": Newer("pandas 3.0", "a lambda"),
    "sklearn.preprocessing.TargetEncoder": Newer(
        "scikit-learn 1.3", "OrdinalEncoder, or means by category of the training folds"
    ),
    "sklearn.cluster.HDBSCAN": Newer("scikit-learn 1.3", "sklearn.cluster.DBSCAN"),
    "sklearn.model_selection.ValidationCurveDisplay": Newer(
        "scikit-learn 1.3", "sklearn.model_selection.validation_curve"
    ),
    "sklearn.model_selection.TunedThresholdClassifierCV": Newer(
        "scikit-learn 1.5", "sklearn.metrics.precision_recall_curve on training folds"
    ),
    "sklearn.model_selection.FixedThresholdClassifier": Newer(
        "scikit-learn 1.5", "predict_proba and a comparison"
    ),
    "sklearn.metrics.root_mean_squared_error": Newer(
        "scikit-learn 1.4", "sklearn.metrics.mean_squared_error with squared=False"
    ),
    "sklearn.metrics.root_mean_squared_log_error": Newer(
        "scikit-learn 1.4", "sklearn.metrics.mean_squared_log_error with squared=False"
    ),
    "sklearn.metrics.d2_log_loss_score": Newer("scikit-learn 1.5", "sklearn.metrics.log_loss"),
    "sklearn.frozen": Newer("scikit-learn 1.6", "CalibratedClassifierCV with cv='prefit'"),
    "sklearn.utils.validation.validate_data": Newer("scikit-learn 1.6", "sklearn.utils.check_X_y"),
    "sklearn.utils.get_tags": Newer("scikit-learn 1.6", "the estimator's _get_tags"),
}
"""Dotted names of modules, functions and classes."""

KEYWORDS: dict[tuple[str, str], Newer] = {
    ("pandas.read_csv", "dtype_backend"): Newer("pandas 2.0", "dtype"),
    ("pandas.read_csv", "date_format"): Newer("pandas 2.0", "pandas.to_datetime after reading"),
    ("pandas.read_parquet", "dtype_backend"): Newer("pandas 2.0", "astype after reading"),
    ("pandas.to_numeric", "dtype_backend"): Newer("pandas 2.0", "astype"),
    ("sklearn.preprocessing.OneHotEncoder", "feature_name_combiner"): Newer(
        "scikit-learn 1.3", "get_feature_names_out"
    ),
    ("sklearn.preprocessing.OrdinalEncoder", "min_frequency"): Newer(
        "scikit-learn 1.3", "sklearn.preprocessing.OneHotEncoder with min_frequency"
    ),
    ("sklearn.preprocessing.OrdinalEncoder", "max_categories"): Newer(
        "scikit-learn 1.3", "sklearn.preprocessing.OneHotEncoder with max_categories"
    ),
    ("sklearn.ensemble.RandomForestClassifier", "monotonic_cst"): Newer(
        "scikit-learn 1.4", "sklearn.ensemble.HistGradientBoostingClassifier with monotonic_cst"
    ),
    ("sklearn.ensemble.RandomForestRegressor", "monotonic_cst"): Newer(
        "scikit-learn 1.4", "sklearn.ensemble.HistGradientBoostingRegressor with monotonic_cst"
    ),
    ("sklearn.tree.DecisionTreeClassifier", "monotonic_cst"): Newer(
        "scikit-learn 1.4", "sklearn.ensemble.HistGradientBoostingClassifier with monotonic_cst"
    ),
    ("sklearn.compose.ColumnTransformer", "force_int_remainder_cols"): Newer(
        "scikit-learn 1.5", "names of columns"
    ),
    ("sklearn.pipeline.Pipeline", "transform_input"): Newer("scikit-learn 1.6", "a step of its own"),
    ("sklearn.metrics.RocCurveDisplay.from_predictions", "plot_chance_level"): Newer(
        "scikit-learn 1.3", "a plotted diagonal"
    ),
    ("sklearn.metrics.RocCurveDisplay.from_estimator", "plot_chance_level"): Newer(
        "scikit-learn 1.3", "a plotted diagonal"
    ),
    ("sklearn.set_config", "enable_metadata_routing"): Newer("scikit-learn 1.3", "fit parameters by step"),
}
"""(callable, argument)."""

VALUES: dict[tuple[str, str, str], Newer] = {
    ("pandas.to_datetime", "format", "mixed"): Newer("pandas 2.0", "one format for each part of the column"),
    ("pandas.to_datetime", "format", "ISO8601"): Newer("pandas 2.0", "infer_datetime_format=True"),
    ("sklearn.ensemble.HistGradientBoostingClassifier", "categorical_features", "from_dtype"): Newer(
        "scikit-learn 1.4", "the list of columns"
    ),
    ("sklearn.ensemble.HistGradientBoostingRegressor", "categorical_features", "from_dtype"): Newer(
        "scikit-learn 1.4", "the list of columns"
    ),
    ("sklearn.calibration.CalibratedClassifierCV", "ensemble", "auto"): Newer("scikit-learn 1.6", "True"),
}
"""(callable, argument, value)."""

METHODS: dict[tuple[str, str], Newer] = {
    ("DataFrame", "map"): Newer("pandas 2.1", "DataFrame.applymap"),
    ("Series", "case_when"): Newer("pandas 2.2", "numpy.select"),
    ("DatetimeProperties", "as_unit"): Newer("pandas 2.0", "astype"),
    ("DatetimeProperties", "unit"): Newer("pandas 2.0", "dtype"),
    ("DatetimeIndex", "as_unit"): Newer("pandas 2.0", "astype"),
    ("Timestamp", "as_unit"): Newer("pandas 2.0", "floor"),
    ("Timedelta", "as_unit"): Newer("pandas 2.0", "floor"),
    ("numpy.ndarray", "mT"): Newer("numpy 2.0", "numpy.swapaxes"),
    ("numpy.ndarray", "device"): Newer("numpy 2.0", "nothing: arrays lie in memory"),
}
"""(class, attribute): which object a name stands for only the run knows, so these are read from an AttributeError."""

METHOD_KEYWORDS: dict[str, Newer] = {
    "include_groups": Newer("pandas 2.2", "the columns that are wanted, chosen before apply"),
    "dtype_backend": Newer("pandas 2.0", "astype"),
    "date_format": Newer("pandas 2.0", "pandas.to_datetime after reading"),
    "monotonic_cst": Newer("scikit-learn 1.4", "HistGradientBoostingClassifier with monotonic_cst"),
    "feature_name_combiner": Newer("scikit-learn 1.3", "get_feature_names_out"),
    "plot_chance_level": Newer("scikit-learn 1.3", "a plotted diagonal"),
    "force_int_remainder_cols": Newer("scikit-learn 1.5", "names of columns"),
    "enable_metadata_routing": Newer("scikit-learn 1.3", "fit parameters by step"),
}
"""Arguments by name alone, read from a TypeError."""

FREQUENCIES: dict[str, Newer] = {
    "ME": Newer("pandas 2.2", "M"),
    "QE": Newer("pandas 2.2", "Q"),
    "YE": Newer("pandas 2.2", "Y"),
    "BME": Newer("pandas 2.2", "BM"),
}
"""Words of time steps, read from a ValueError."""
