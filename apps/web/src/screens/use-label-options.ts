import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../api.ts'
import { labelListQuery } from '../features/labels/label-queries.ts'
import type { LabelOptions } from '../features/links/label-options.ts'
import { hasScreen } from './screen-paths.ts'

const labelSettings = '/settings/labels'

/** The labels of the project shown, for the parts that choose among them. */
export function useLabelOptions(scope: ProjectScope): LabelOptions {
  const { data, error, refetch } = useQuery(labelListQuery(scope))
  return { labels: data, error, reload: refetch, manageAt: hasScreen(labelSettings) ? labelSettings : undefined }
}
