"""Small real jobs for every pinned library, as an agent would write them. Each is the body of a function."""

from __future__ import annotations

import textwrap

HEAD = """
import os, sys, traceback, warnings
import numpy as np, pandas as pd
rng = np.random.default_rng(0)
X = pd.DataFrame(rng.normal(size=(400, 5)), columns=list('abcde'))
y = (X['a'] + X['b'] ** 2 > 0.5).astype(int)
REPORT = os.environ['REPORT_DIR']
"""

USES = {
    "scikit-learn": """
        from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
        from sklearn.experimental import enable_halving_search_cv
        from sklearn.linear_model import LogisticRegression
        from sklearn.model_selection import GridSearchCV, HalvingGridSearchCV, cross_val_score
        forest = RandomForestClassifier(n_estimators=20, n_jobs=-1, random_state=0).fit(X, y)
        HistGradientBoostingClassifier(max_iter=5).fit(X, y)
        assert cross_val_score(LogisticRegression(), X, y, cv=3, n_jobs=-1).shape == (3,)
        GridSearchCV(LogisticRegression(), {'C': [0.1, 1]}, cv=3, n_jobs=2).fit(X, y)
        HalvingGridSearchCV(forest, {'max_depth': [2, 4]}, cv=3, n_jobs=-1, random_state=0).fit(X, y)
    """,
    "lightgbm": """
        import lightgbm
        for jobs in (1, 2):
            model = lightgbm.LGBMClassifier(n_estimators=5, n_jobs=jobs, verbose=-1).fit(X, y)
        assert model.predict(X).shape == (400,)
    """,
    "xgboost": """
        import xgboost
        for jobs in (1, 2):
            model = xgboost.XGBClassifier(n_estimators=5, n_jobs=jobs).fit(X, y)
        assert model.predict(X).shape == (400,)
    """,
    "shap": """
        import lightgbm, matplotlib.pyplot as plt, shap, xgboost
        from sklearn.ensemble import RandomForestClassifier
        for model in (lightgbm.LGBMClassifier(n_estimators=5, verbose=-1), xgboost.XGBClassifier(n_estimators=5),
                      RandomForestClassifier(n_estimators=5)):
            with warnings.catch_warnings():
                warnings.simplefilter('ignore')  # of the list of two arrays for LightGBM
                values = shap.TreeExplainer(model.fit(X, y)).shap_values(X)
        shap.KernelExplainer(lambda rows: model.predict_proba(pd.DataFrame(rows, columns=list(X)))[:, 1], X[:10]).shap_values(X[:3], silent=True)
        shap.summary_plot(values[..., 1], X, show=False)
        plt.savefig(REPORT + '/shap.png')
        plt.close('all')
    """,
    "lime": """
        from lime.lime_tabular import LimeTabularExplainer
        from sklearn.ensemble import RandomForestClassifier
        model = RandomForestClassifier(n_estimators=5).fit(X.to_numpy(), y)
        explained = LimeTabularExplainer(X.to_numpy(), feature_names=list(X)).explain_instance(X.to_numpy()[0], model.predict_proba, num_samples=200)
        explained.as_pyplot_figure().savefig(REPORT + '/lime.png')
    """,
    "prophet": """
        from prophet import Prophet
        frame = pd.DataFrame({'ds': pd.date_range('2024-01-01', periods=120), 'y': np.sin(np.arange(120) / 7)})
        model = Prophet().fit(frame)
        assert model.predict(model.make_future_dataframe(7)).shape[0] == 127
        model.plot(model.predict(frame)).savefig(REPORT + '/prophet.png')
    """,
    "numba": """
        import numba
        @numba.njit
        def plain(values):
            return values.sum()
        @numba.njit(parallel=True)
        def parallel(values):
            total = 0.0
            for index in numba.prange(values.size):
                total += values[index]
            return total
        @numba.njit(cache=True)
        def cached(values):
            return values.max()
        values = np.arange(1000.0)
        assert plain(values) == parallel(values) == 499500.0 and cached(values) == 999.0
        assert os.listdir(cached.stats.cache_path)
    """,
    "seaborn": """
        import seaborn
        seaborn.histplot(data=X, x='a', hue=y).figure.savefig(REPORT + '/seaborn.png')
    """,
    "joblib": """
        import joblib
        assert joblib.Parallel(n_jobs=2)(joblib.delayed(abs)(n) for n in (-1, 2)) == [1, 2]
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')  # that it falls back to threads
            for backend in ('loky', 'multiprocessing', 'threading'):
                assert joblib.Parallel(n_jobs=2, backend=backend)(joblib.delayed(abs)(n) for n in (-1, 2)) == [1, 2]
        joblib.dump(X, REPORT + '/x.joblib')
        assert joblib.load(REPORT + '/x.joblib').equals(X)
        assert joblib.load(joblib.dump(X.to_numpy(), '/tmp/x.joblib')[0], mmap_mode='r').shape == (400, 5)
    """,
    "matplotlib": """
        import matplotlib.pyplot as plt
        figure, axes = plt.subplots()
        axes.plot([1, 2]); axes.set_title('$x^2$ and words')
        for ending in ('png', 'svg', 'pdf', 'jpg'):
            figure.savefig(f'{REPORT}/figure.{ending}')
        assert [n for n in os.listdir('/tmp/.mpl') if n.startswith('fontlist')]
    """,
    "statsmodels' ARIMA": """
        from mle_bench.models import ARIMA
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')  # of the optimizer
            assert ARIMA(np.cumsum(rng.normal(size=200)), order=(1, 1, 1)).fit().forecast(3).shape == (3,)
    """,
    "pydantic": """
        import pydantic
        class Report(pydantic.BaseModel):
            score: float
        assert Report(score='0.5').score == 0.5
        try:
            Report(score='x')
        except pydantic.ValidationError:
            return
        raise AssertionError
    """,
    "pytest": """
        import pytest
        with open('/tmp/test_mine.py', 'w') as file:
            file.write('def test_it(tmp_path, capsys):\\n    (tmp_path / "x").write_text("x")\\n    print(1)\\n    assert capsys.readouterr().out == "1\\\\n"\\n')
        assert pytest.main(['-q', '-p', 'no:cacheprovider', '/tmp/test_mine.py']) == 0
    """,
    "graphviz": """
        import graphviz
        graph = graphviz.Digraph()
        graph.edge('a', 'b')
        assert 'a -> b' in graph.source
        graph.save(REPORT + '/graph.gv')
        for draw in (lambda: graph.render(REPORT + '/graph'), lambda: graph.pipe('png')):
            try:
                draw()
            except PermissionError as error:
                assert 'graphviz draws by a program (dot), and programs are switched off' in str(error), error
                continue
            raise AssertionError
    """,
    "pypdf": """
        import matplotlib.pyplot as plt, pypdf
        plt.figure().text(0.5, 0.5, 'a page')
        plt.savefig('/tmp/page.pdf')
        reader = pypdf.PdfReader('/tmp/page.pdf')
        assert len(reader.pages) == 1
        reader.pages[0].extract_text()
    """,
    "psutil": """
        import psutil
        assert psutil.virtual_memory().total == 2_000_000_000 // 1024 * 1024
        assert psutil.cpu_count() == os.cpu_count() == 2
        process = psutil.Process()
        process.memory_info(); process.num_threads(); process.open_files(); process.cpu_times()
    """,
    "asyncio": """
        import asyncio
        async def one(number):
            await asyncio.sleep(0.01)
            return number
        async def main():
            assert await asyncio.gather(*(one(n) for n in range(5))) == [0, 1, 2, 3, 4]
            assert await asyncio.to_thread(lambda: 7) == 7
            queue = asyncio.Queue()
            asyncio.get_running_loop().call_soon_threadsafe(queue.put_nowait, 3)
            assert await queue.get() == 3
            try:
                await asyncio.wait_for(asyncio.sleep(9), 0.01)
            except asyncio.TimeoutError:
                pass
            for refused in (asyncio.open_connection('127.0.0.1', 9), asyncio.create_subprocess_exec('true')):
                try:
                    await refused
                except OSError:
                    continue
                raise AssertionError
        for _ in range(3):
            asyncio.run(main())
    """,
    "the standard library": """
        import getpass, secrets, shutil, sqlite3, tempfile, uuid, zipfile
        connection = sqlite3.connect('/tmp/a b%.db')
        connection.execute('create table t(a)')
        connection.execute('insert into t values (1)')
        connection.commit()
        assert sqlite3.connect('file:/tmp/a%20b%25.db?mode=ro', uri=True).execute('select a from t').fetchall() == [(1,)]
        sqlite3.connect(':memory:').execute('create table t(a)')
        folder = tempfile.mkdtemp()
        shutil.copy2('/tmp/mle_data/data.csv', folder)
        shutil.copytree(folder, folder + 'x')
        shutil.rmtree(folder)
        uuid.uuid1(); secrets.token_hex(); getpass.getuser()
        with zipfile.ZipFile('/tmp/a.zip', 'w') as file:
            file.writestr('a', 'b')
    """,
}


def solution() -> str:
    """One file that tries each in turn; what one printed on stderr stands behind its name."""
    parts = [HEAD]
    for number, body in enumerate(USES.values()):
        parts.append(f"def use_{number}():\n{textwrap.indent(textwrap.dedent(body), '    ')}")
    parts.append(
        "for number in range(%d):\n"
        "    print('##', number, file=sys.stderr, flush=True)\n"
        "    try:\n        globals()[f'use_{number}']()\n        print('ok', number)\n"
        "    except BaseException:\n        traceback.print_exc()\n"
        "    sys.stderr.flush()\n" % len(USES)
    )
    return "\n".join(parts)
