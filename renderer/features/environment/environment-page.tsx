import { useReader } from "../../app/settings.tsx";
import { Page } from "../../components/page.tsx";
import { DoctorCard } from "./doctor-card.tsx";
import { PythonCard } from "./python-card.tsx";

export function EnvironmentPage() {
  const { t } = useReader();
  return (
    <Page title={t("nav.environment")} name={t("nav.environment")} lead={t("environment.lead")}>
      <div className="stack">
        <DoctorCard />
        <PythonCard />
      </div>
    </Page>
  );
}
