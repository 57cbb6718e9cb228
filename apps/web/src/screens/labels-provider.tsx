import { labelListQuery } from '../features/labels/label-queries.ts'
import { LabelsContext } from '../features/links/label-color.tsx'
import { useSelection } from '../features/organizations/selection.tsx'

/** Gives the labels of links the colors of the current project. */
export function LabelsProvider({ children }: { children: React.ReactNode }) {
  const { current } = useSelection()
  const labels = current && labelListQuery({ orgId: current.organization.id, projectId: current.project.id })
  return <LabelsContext value={labels}>{children}</LabelsContext>
}
