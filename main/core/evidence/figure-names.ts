/** Which of the figures that a run left is meant. */
const inReportFolder = (path: string): string => path.replace(/^.*\/mle_report\//, "").replace(/^\.?\//, "");

/** The same file, named from the report folder or from the root. */
export const isSameFigure = (a: string, b: string): boolean => inReportFolder(a) === inReportFolder(b);

export const isCalledByMethod = (path: string): boolean => /shap|lime/i.test(path);
