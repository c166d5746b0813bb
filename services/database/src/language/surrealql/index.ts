export { constantValue, parseConstantRecordId, parseLeadingRecordId, parseRecordKeyText, parseValueText } from "./constant.ts";
export {
  parseExpressionText,
  parseIdiomText,
  parseKindText,
  parseLeadingIdiom,
  parseProgram,
  statementsOf,
} from "./parse/index.ts";
export type * from "./tree/index.ts";
