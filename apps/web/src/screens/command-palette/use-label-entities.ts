import type { Label } from '@linkshelf/contract'
import { IconPencil, IconTag, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { labelListQuery } from '../../features/labels/label-queries.ts'
import { makeOpenLabelDialog } from '../../features/labels/open-label-dialog.ts'
import { linksWithLabelPath } from '../../features/links/list/link-filter.ts'
import { useProject } from '../../features/organizations/selection.tsx'
import { useCan } from '../../session/permissions.tsx'
import type { PaletteEntity } from './palette-groups.ts'

export const labelActionLabels = ['Edit label', 'Delete label']

/** The labels of the current project. */
export function useLabelEntities(): PaletteEntity[] {
  const { scope } = useProject()
  const navigate = useNavigate()
  const { data: labels = [] } = useQuery(labelListQuery(scope))
  const open = makeOpenLabelDialog(scope)
  const canChange = useCan('labels.update')

  function toEntity(label: Label): PaletteEntity {
    const { label_id: id, name } = label
    return {
      id,
      label: name,
      description: 'Links with this label',
      Icon: IconTag,
      run: () => void navigate(linksWithLabelPath(name)),
      actions: !canChange
        ? []
        : [
            { id: `edit ${id}`, label: 'Edit label', Icon: IconPencil, run: (opener) => open('edit', label, opener) },
            {
              id: `delete ${id}`,
              label: 'Delete label',
              Icon: IconTrash,
              run: (opener) => open('delete', label, opener),
            },
          ],
    }
  }

  return labels.map(toEntity)
}
