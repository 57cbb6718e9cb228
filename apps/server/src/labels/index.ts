/** Stores the labels of a project. Links store their names, and follow their changes as a `LabelListener`. */

export type { LabelListener } from './label-listener.ts'
export { type LabelRoom, lockLabelRoom, selectLabelRoom } from './label-room.ts'
export { labelRoutes } from './label-routes.ts'
export { lockLabelListForUpdate, selectLabelName } from './label-table.ts'
export { lockLabelNames } from './lock-label-names.ts'
export { registerLabelNames, registerLabels } from './register-labels.ts'
