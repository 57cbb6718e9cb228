/** Stores the labels of a project. Links store their names, and follow their changes as a `LabelListener`. */

export { type LabelQuota, lockLabelNames, lockLabelQuota, registerLabelNames, registerLabels, selectLabelQuota } from './label-names.ts'
export { lockLabelListForUpdate, selectLabelName } from './label-table.ts'
export type { LabelListener } from './labels.ts'
export { labelRoutes } from './labels.ts'
