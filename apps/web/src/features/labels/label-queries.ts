import { api, type Place } from '../../api.ts'

/** The labels of a project, by name. */
export function projectLabels(place: Place) {
  return api.labels.list.queryOptions({ input: { params: place } })
}
