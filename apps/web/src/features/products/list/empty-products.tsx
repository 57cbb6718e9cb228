import { productMessages } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconPackage, IconSearchOff } from '@tabler/icons-react'
import { EmptyState } from '../../../ui/empty-state.tsx'

const iconProps = { size: 26, stroke: 1.6 }

interface EmptyProductsProps {
  search: string
  /** The button that adds a product. */
  addButton: React.ReactNode
  onClear: () => void
}

/** The empty state of the list: why it is empty, and the next step. */
export function EmptyProducts({ search, addButton, onClear }: EmptyProductsProps) {
  if (search !== '') {
    return (
      <EmptyState
        icon={<IconSearchOff {...iconProps} />}
        title="No products found"
        action={
          <Button variant="default" onClick={onClear}>
            Clear search
          </Button>
        }
      >
        No product’s name has “{search}” in it.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<IconPackage {...iconProps} />} title="No products yet" action={addButton}>
      {productMessages.none}
    </EmptyState>
  )
}
