import { useQuery } from '@tanstack/react-query'
import type { Place } from '../api.ts'
import { projectLabels } from '../features/labels/label-queries.ts'
import type { LabelsKnown } from '../features/links/labels-known.ts'
import { hasScreen } from './built-screens.ts'

const labelSettings = '/settings/labels'

/** The labels of the project shown, for the parts that choose among them. */
export function useKnownLabels(place: Place): LabelsKnown {
  const { data, error, refetch } = useQuery(projectLabels(place))
  return { labels: data, error, reload: refetch, manageAt: hasScreen(labelSettings) ? labelSettings : undefined }
}
