/** Stores the labels of a project. Links store label names, and a `LabelListener` updates them when a label changes. */

export { type LabelQuota, lockLabelNames, lockLabelQuota, registerLabelNames, registerLabels, selectLabelQuota } from './label-names.ts'
export { lockLabelListForUpdate, selectLabelName } from './label-table.ts'
export type { LabelListener } from './labels.ts'
export { labelRoutes } from './labels.ts'
