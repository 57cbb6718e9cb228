import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../api.ts'
import { projectLabels } from '../features/labels/label-queries.ts'
import type { LabelsKnown } from '../features/links/labels-known.ts'
import { hasScreen } from './built-screens.ts'

const labelSettings = '/settings/labels'

/** The labels of the project shown, for the parts that choose among them. */
export function useKnownLabels(scope: ProjectScope): LabelsKnown {
  const { data, error, refetch } = useQuery(projectLabels(scope))
  return { labels: data, error, reload: refetch, manageAt: hasScreen(labelSettings) ? labelSettings : undefined }
}
