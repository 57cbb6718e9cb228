// Labels of a project: what its links may be sorted by. Links carry their names; who does so hears of changes as a LabelListener.

export type { LabelListener } from './label-listener.ts'
export { labelRoutes } from './label-routes.ts'
export { selectLabelName } from './label-table.ts'
export { registerLabels } from './register-labels.ts'
