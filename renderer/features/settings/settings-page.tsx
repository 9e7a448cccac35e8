import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Failure } from "../../components/failure.tsx";
import { Page } from "../../components/page.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { WarmCard } from "./warm-card.tsx";
import { useCall } from "../../connection/use-call.ts";

export function SettingsPage() {
  const { t, settings, change, format, plural } = useReader();
  const info = useCall("app.info", {});
  return (
    <Page title={t("nav.settings")} name={t("nav.settings")} width="form">
      <div className="stack">
        <Card title={t("settings.look")}>
          <Segmented
            legend={t("settings.language")}
            value={settings.language}
            onChange={(language) => change({ language })}
            choices={[
              { value: "en", label: "English" },
              { value: "zh", label: "中文" },
            ]}
          />
          <Segmented
            legend={t("settings.theme")}
            value={settings.theme}
            onChange={(theme) => change({ theme })}
            choices={[
              { value: "system", label: t("settings.theme.system") },
              { value: "light", label: t("settings.theme.light") },
              { value: "dark", label: t("settings.theme.dark") },
            ]}
          />
          <p className="help">{t("settings.language.help")}</p>
        </Card>
        <WarmCard />
        <Card title={t("settings.about")}>
          {info.failure !== null && <Failure failure={info.failure} retry={info.reload} />}
          {info.data !== null && (
            <dl className="pairs wide">
              <div className="pair">
                <dt>{t("settings.version")}</dt>
                <dd>{info.data.version}</dd>
              </div>
              <div className="pair">
                <dt>{t("record.grader")}</dt>
                <dd>{info.data.graderVersion}</dd>
              </div>
              <div className="pair">
                <dt>{t("settings.home")}</dt>
                <dd className="row">
                  <span className="mono break grow">{info.data.home}</span>
                  <CopyButton text={info.data.home} />
                </dd>
              </div>
              <div className="pair">
                <dt>{t("ready.machine")}</dt>
                <dd>
                  {info.data.platform} · {plural("ready.cores", info.data.cores)} ·{" "}
                  {format.bytes(info.data.memoryBytes)}
                </dd>
              </div>
            </dl>
          )}
        </Card>
      </div>
    </Page>
  );
}
