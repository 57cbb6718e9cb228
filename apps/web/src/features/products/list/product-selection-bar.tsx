import type { Product } from '@linkshelf/contract'
import { IconEye, IconEyeOff, IconTags, IconTrash } from '@tabler/icons-react'
import type { ProjectScope } from '../../../api/api.ts'
import type { RowSelection } from '../../../ui/tables/row-selection.ts'
import { SelectionBar } from '../../../ui/tables/selection-bar.tsx'
import type { OpenProductDialog } from '../dialogs/product-dialogs.tsx'
import { useBulkChangeProducts } from '../product-mutations.ts'

interface ProductSelectionBarProps {
  scope: ProjectScope
  selection: RowSelection<Product>
  shownCount: number
  onDialog: OpenProductDialog
}

export function ProductSelectionBar({ scope, selection, shownCount, onDialog }: ProductSelectionBarProps) {
  const change = useBulkChangeProducts(scope)
  const { selected: products } = selection
  const pending = change.isPending ? change.variables.action : undefined

  return (
    <SelectionBar
      label="Selected products"
      selection={selection}
      shownCount={shownCount}
      actions={[
        {
          label: 'Activate',
          Icon: IconEye,
          isWorking: pending === 'activate',
          onClick: () => change.mutate({ products, action: 'activate' }),
        },
        {
          label: 'Deactivate',
          Icon: IconEyeOff,
          isWorking: pending === 'deactivate',
          onClick: () => change.mutate({ products, action: 'deactivate' }),
        },
        { label: 'Categories', Icon: IconTags, onClick: (button) => onDialog('categorize', products, button) },
        { label: 'Delete', Icon: IconTrash, isDangerous: true, onClick: (button) => onDialog('delete', products, button) },
      ]}
    />
  )
}
