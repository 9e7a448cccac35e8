/** What a finding says is to be done, and whether it says that anything is wrong at all. */
import type { ReportFinding } from "../evidence/report-view.ts";

/** Words of actions that change values or rows. */
const CHANGES =
  /\b(?:cap(?:s|ped|ping)?\b|clip|clamp|winsor|trim|truncat|bound|remov|drop|delet|exclu|discard|filter|replac|imput|fill|(?<!\b(?:is|are|be) )correct|convert|divid|multipl|fix|repair|cut(?:s|ting)?\b|median\b|mean\b|nan\b|missing\b|set (?:to|as)\b|(?:leav|left|tak)\w{0,3} .{0,40}\b(?:out|off)\b)|截断|剔除|删除|去除|替换|填|缩尾|修正|设为|转换/i;

/** What is kept of several rows changes the data; what is kept as it is does not. */
const PICKS =
  /\b(?:first|last|latest|newest|oldest|earliest|one|single|only|digits)\b|第一|首|最后|最新|一条|一行/i;

const KEEPS =
  /\b(?:keep|kept|retain\w{0,3}|leav(?:e|ing)|left|none|nothing|ignored?|unchanged|as (?:it is|is|they are))\b|保留|不处理|无需|不变/i;

/** `no action`, `not to be removed`, `without capping`: what is denied is not done. */
const DENIED =
  /\b(?:no|not|never|without)\s+(?:(?:be|to|need|needed|further|any|special)\s+){0,3}(?:action|chang|treat|need|handl|correct|cap|clip|remov|drop|delet|fill|imput|convert|touch|transform|clean|step)\w{0,8}/gi;

/** `no missing values`, `0 repeated rows`. */
const NONE_THERE =
  /^\s*(?:(?:no|none|zero|0)\b(?:\s+[\w-]+){0,3}?\s+(?:missing|nulls?|nans?|empty|duplicat|repeat|outlier|impossible|drift|shift|mixed|inconsisten|personal)|没有|无)/i;

/** The action changes values or rows: it treats what the finding names as wrong. */
export const changesData = (action: string): boolean => CHANGES.test(action.replaceAll(DENIED, " "));

/** The action leaves everything as it is. */
export function keepsData(action: string): boolean {
  const left = action.replaceAll(DENIED, " ");
  return !CHANGES.test(left) && !PICKS.test(left) && (left !== action || KEEPS.test(left));
}

/** "There are none": a rate or a count of zero, or so many words. */
export function saysNone({ rate, count, evidence }: ReportFinding): boolean {
  const some = (rate ?? 0) > 0 || (count ?? 0) > 0;
  return !some && (rate === 0 || count === 0 || NONE_THERE.test(evidence));
}

/** It calls nothing wrong. Its own numbers may still be. */
export const isNeutral = (finding: ReportFinding): boolean => saysNone(finding) || keepsData(finding.action);
