import type { ProjectScope } from '../../api/api.ts'
import { labelListQuery } from '../../features/labels/label-queries.ts'
import type { LabelOptions } from '../../features/links/label-options.ts'
import { hasScreen } from '../screen-paths.ts'

const labelSettings = '/settings/labels'

/** The labels of a project, for the features that choose among them. */
export function labelOptionsOf(scope: ProjectScope): LabelOptions {
  return { query: labelListQuery(scope), managePath: hasScreen(labelSettings) ? labelSettings : undefined }
}
