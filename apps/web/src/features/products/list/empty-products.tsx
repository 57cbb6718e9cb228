import { productMessages } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconPackage, IconSearchOff } from '@tabler/icons-react'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import type { ProductFilter } from '../product-queries.ts'

const iconProps = { size: 26, stroke: 1.6 }

interface EmptyProductsProps {
  filter: ProductFilter
  /** The buttons that add products, and lead to deleted products. */
  actions: React.ReactNode
  onClear: () => void
}

/** Shows why the list is empty, and suggests the next step. */
export function EmptyProducts({ filter: { search, category, importId }, actions, onClear }: EmptyProductsProps) {
  if (search !== '' || category !== '' || importId !== '') {
    return (
      <EmptyState
        icon={<IconSearchOff {...iconProps} />}
        title="No products found"
        action={
          <Button variant="default" onClick={onClear}>
            {category === '' && importId === '' ? 'Clear search' : 'Show all products'}
          </Button>
        }
      >
        {importId === '' ? describeNoResults(search, category) : 'No product of this import matches. It may be deleted.'}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<IconPackage {...iconProps} />} title="No products yet" action={actions}>
      {productMessages.none}
    </EmptyState>
  )
}

function describeNoResults(search: string, category: string): string {
  if (search === '') return 'No product is in this category yet.'
  return category === '' ? `No product name contains “${search}”.` : `No product in this category has a name that contains “${search}”.`
}
