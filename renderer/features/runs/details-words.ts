/** Words for what checks put into their details: names of fields, and values from a fixed set, in both languages. */
import type { Language } from "../../../preload/contract/task.ts";

type Words = readonly [en: string, zh: string];

const names: Readonly<Record<string, Words>> = {
  alarms: ["False findings", "错误的发现"],
  basis: ["Shown by", "依据"],
  column: ["Column", "列"],
  count: ["Count", "数量"],
  detail: ["Detail", "详情"],
  fault: ["Planted fault", "植入的问题"],
  faults: ["Faults of the file", "文件的错误"],
  field: ["Field", "字段"],
  floor: ["Raised to 60 %", "提升到 60 %"],
  gap: ["Gap", "差距"],
  gaps: ["Gaps between groups", "组间差距"],
  groups: ["Groups", "分组"],
  holdoutShare: ["Share of hold-out rows in training", "训练数据中留出集行的占比"],
  how: ["How it was found", "判断方式"],
  imported: ["Imported packages", "导入的包"],
  issue: ["Kind of finding", "发现的类型"],
  kind: ["Kind", "种类"],
  kinds: ["Kinds", "种类"],
  line: ["Line", "行"],
  linkedBy: ["Rows linked by", "行的对应依据"],
  measured: ["True value", "真实值"],
  metrics: ["Metrics", "指标"],
  missing: ["Not recorded", "未记录"],
  name: ["Name", "名称"],
  planted: ["Planted faults", "植入的问题"],
  right: ["Right", "正确"],
  said: ["Claimed", "声称"],
  testShare: ["Share of test rows in training", "训练数据中测试行的占比"],
  treatments: ["Treatments", "处理方式"],
  verdict: ["What the model saw", "模型看到的"],
  wrong: ["Wrong", "错误"],
};

const constraints: Readonly<Record<string, Words>> = {
  cpu: ["CPU cores", "CPU 核心"],
  memory: ["memory", "内存"],
  time: ["time", "时间"],
  network: ["network", "网络"],
  models: ["allowed models", "允许的模型"],
  prohibited: ["prohibited operations", "禁止的操作"],
  imbalance: ["imbalance", "类别不平衡"],
  external_data: ["external data", "外部数据"],
  privacy: ["privacy", "隐私"],
  horizon: ["horizon", "预测期"],
};

const faultKinds: Readonly<Record<string, Words>> = {
  trailing_comma: ["trailing comma", "多余的逗号"],
  not_a_number: ["no JSON number", "JSON 不允许的数值"],
  duplicate_key: ["repeated key", "重复的键"],
  bom: ["byte order mark", "字节顺序标记"],
  encoding: ["not UTF-8", "不是 UTF-8"],
  too_deep: ["nested too deeply", "嵌套过深"],
  too_large: ["too large", "过大"],
  truncated: ["ends in the middle", "不完整"],
  comment: ["comment", "注释"],
  syntax: ["syntax", "语法"],
  not_an_object: ["no object", "不是对象"],
};

const values: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  right: constraints,
  wrong: constraints,
  missing: constraints,
  kind: faultKinds,
  kinds: faultKinds,
  issue: {
    missing: ["missing values", "缺失值"],
    outlier: ["outliers", "离群值"],
    duplicate: ["duplicates", "重复"],
    drift: ["drift", "漂移"],
    rare_category: ["rare category", "罕见类别"],
    privacy: ["personal data", "个人数据"],
    type: ["mixed types", "类型不一致"],
    format: ["mixed formats", "格式不一致"],
    inconsistency: ["inconsistency", "不一致"],
  },
  verdict: {
    bounded: ["bounded", "限制范围"],
    capped: ["capped", "截断"],
    category: ["turned into a category", "转为类别"],
    coerced: ["coerced", "强制转换"],
    column_absent: ["column left out", "列已去除"],
    constant: ["constant", "常数填充"],
    deduplicated: ["deduplicated", "已去重"],
    group: ["filled by group", "按组填充"],
    imputed: ["imputed", "已填补"],
    indicator: ["indicator column", "缺失指示列"],
    kept: ["kept", "原样保留"],
    mean: ["filled with the mean", "均值填充"],
    median: ["filled with the median", "中位数填充"],
    model: ["filled by a model", "模型填充"],
    normalised: ["normalised", "已规范化"],
    out_of_range: ["marked by a value out of range", "以范围外的值标记"],
    own_category: ["own category", "单独类别"],
    removed: ["removed", "已删除"],
    rows_dropped: ["rows dropped", "行已删除"],
    set_missing: ["set to missing", "设为缺失"],
    undecided: ["undecided", "无法判断"],
  },
  basis: {
    matrix: ["the matrix of the fit", "训练矩阵"],
    none: ["nothing", "无"],
    probe: ["a probe", "探针"],
    static: ["the syntax tree", "语法树"],
  },
  how: {
    differ: ["from what changed between the matrices", "根据矩阵间的变化"],
    transformers: ["from the fitted transformers", "根据已拟合的转换器"],
    static: ["from the syntax tree", "根据语法树"],
    none: ["not found", "未能判断"],
  },
  linkedBy: {
    index: ["index", "索引"],
    column: ["column", "列"],
    order: ["order", "顺序"],
    content: ["content", "内容"],
    none: ["nothing", "无"],
  },
};

/** Null where no word is known: then the name is shown as it is, as a name of the program. */
export const detailName = (name: string, language: Language): string | null => wordOf(names, name, language);

export const detailValue = (name: string, value: string, language: Language): string =>
  (Object.hasOwn(values, name) ? wordOf(values[name] ?? {}, value, language) : null) ?? value;

function wordOf(words: Readonly<Record<string, Words>>, key: string, language: Language): string | null {
  const found = Object.hasOwn(words, key) ? words[key] : undefined;
  return found?.[language === "zh" ? 1 : 0] ?? null;
}
