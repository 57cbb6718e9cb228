import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { IconAction } from '../icon-action.tsx'

interface ListItemActionsProps {
  name: string
  index: number
  count: number
  /** The name of the action that removes the item. */
  removal?: string
  onMove: (to: number) => void
  onRemove: () => void
}

/** Moves an item of a short list up or down, or removes it. The only item of a list cannot be moved. */
export function ListItemActions({ name, index, count, removal = 'Remove', onMove, onRemove }: ListItemActionsProps) {
  return (
    <>
      {count > 1 && (
        <>
          <IconAction action="Move up" name={name} Icon={IconArrowUp} isDisabled={index === 0} onClick={() => onMove(index - 1)} />
          <IconAction
            action="Move down"
            name={name}
            Icon={IconArrowDown}
            isDisabled={index === count - 1}
            onClick={() => onMove(index + 1)}
          />
        </>
      )}
      <IconAction action={removal} name={name} Icon={IconX} onClick={onRemove} />
    </>
  )
}
