import { findScheduleState, type ListedCategory } from '@linkshelf/contract'
import { ActionIcon, Menu, Switch } from '@mantine/core'
import { IconArrowBarToUp, IconArrowDown, IconArrowsSort, IconArrowUp, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { ProjectScope } from '../../api/api.ts'
import { useCan } from '../../session/permissions.tsx'
import { Card } from '../../ui/card.tsx'
import { formatInstantIn, useMinute } from '../../ui/formats/dates.ts'
import { formatCount } from '../../ui/formats/numbers.ts'
import { openDialog } from '../../ui/overlays/dialogs.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { OpenCategoryDialog } from './category-dialogs.tsx'
import classes from './category-grid.module.css'
import { type CategoryPosition, useActivateCategory, useMoveCategory } from './category-queries.ts'

interface CategoryGridProps {
  scope: ProjectScope
  categories: readonly ListedCategory[]
  /** The time zone of the project. */
  timeZone: string
  onDialog: OpenCategoryDialog
}

/** The categories in their order. A move is announced to screen readers. */
export function CategoryGrid({ scope, categories, timeZone, onDialog }: CategoryGridProps) {
  const activation = useActivateCategory(scope)
  const movement = useMoveCategory(scope)
  const [announcement, announce] = useState('')
  const count = categories.length

  function move(category: ListedCategory, position: number): void {
    movement.mutate({ category, position })
    announce(`${category.name} is now ${position} of ${count}.`)
  }

  function askPosition(category: ListedCategory, opener: HTMLElement | null): void {
    const position = categories.indexOf(category) + 1
    void openDialog(async () => {
      const { PositionForm } = await import('../../ui/tables/position-form.tsx')
      const props = {
        description: `${category.name} is ${position} of ${count}.`,
        position,
        max: count,
        onMove: (wanted: number) => move(category, wanted),
      }
      return { title: 'Move category', body: (close) => <PositionForm {...props} onClose={close} /> }
    }, opener)
  }

  return (
    <>
      <ul className={classes.grid} aria-label="Categories">
        {categories.map((category, index) => (
          <CategoryCard
            key={category.category_id}
            category={category}
            timeZone={timeZone}
            position={index + 1}
            count={count}
            onDialog={onDialog}
            onMove={move}
            onAskPosition={askPosition}
            onActivate={(one, active) => activation.mutate({ category: one, active })}
          />
        ))}
      </ul>
      <div className="visually-hidden" role="status">
        {announcement}
      </div>
    </>
  )
}

interface CategoryCardProps extends CategoryMenuProps {
  timeZone: string
  onActivate: (category: ListedCategory, active: boolean) => void
}

function CategoryCard({ timeZone, onActivate, ...menu }: CategoryCardProps) {
  const { category } = menu
  const canChange = useCan('categories.patch')
  const { name, color_hex, active, product_count } = category
  return (
    <li className={classes.entry}>
      <Card p="md" className={`${classes.card} ${active ? '' : classes.inactive}`}>
        <div className={classes.head}>
          <span className={classes.swatch} style={{ background: color_hex }} aria-hidden />
          <div className={classes.words}>
            <h2 className={classes.name} dir="auto">
              {name}
            </h2>
            <span className={classes.count}>{formatCount(product_count, 'product')}</span>
          </div>
          {canChange && <CategoryMenu {...menu} />}
        </div>
        {active && <ScheduleStatus category={category} timeZone={timeZone} />}
        <Switch
          label="Show in store"
          aria-label={`Show in store: ${name}`}
          checked={active}
          disabled={!canChange}
          onChange={(event) => onActivate(category, event.currentTarget.checked)}
        />
      </Card>
    </li>
  )
}

/**
 * Says when the schedule will show the category, or when it hid the category. Renders nothing while the schedule shows
 * it.
 */
function ScheduleStatus({ category, timeZone }: Pick<CategoryCardProps, 'category' | 'timeZone'>) {
  const hidden = findScheduleState(category, new Date(useMinute()))
  if (hidden === undefined) return null
  const isScheduled = hidden.state === 'scheduled'
  return (
    <div className={classes.schedule}>
      <Tag tone={isScheduled ? 'pending' : 'neutral'}>{isScheduled ? 'Scheduled' : 'Ended'}</Tag>
      <span>
        {isScheduled ? 'from ' : ''}
        <time dateTime={hidden.at}>{formatInstantIn(hidden.at, timeZone)}</time>
      </span>
    </div>
  )
}

const iconProps = { 'aria-hidden': true, size: 16, stroke: 1.6 }

interface CategoryMenuProps extends CategoryPosition {
  category: ListedCategory
  onDialog: OpenCategoryDialog
  onMove: (category: ListedCategory, position: number) => void
  /** Opens the dialog that asks for a position. */
  onAskPosition: (category: ListedCategory, opener: HTMLElement | null) => void
}

/** The actions of a category. Its dialogs return the focus to the button of the menu. */
function CategoryMenu({ category, position, count, onDialog, onMove, onAskPosition }: CategoryMenuProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const [isFirst, isLast] = [position === 1, position === count]
  const moveTo = (to: number) => () => onMove(category, to)
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon ref={opener} variant="subtle" color="gray" size="lg" aria-label={`Actions of ${category.name}`}>
          <IconDots aria-hidden size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...iconProps} />} onClick={() => onDialog('edit', category, opener.current)}>
          Edit
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconArrowUp {...iconProps} />} disabled={isFirst} onClick={moveTo(position - 1)}>
          Move up
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown {...iconProps} />} disabled={isLast} onClick={moveTo(position + 1)}>
          Move down
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowBarToUp {...iconProps} />} disabled={isFirst} onClick={moveTo(1)}>
          Move to top
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowsSort {...iconProps} />}
          disabled={count === 1}
          onClick={() => onAskPosition(category, opener.current)}
        >
          Move to position…
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="var(--mantine-color-error)"
          leftSection={<IconTrash {...iconProps} />}
          onClick={() => onDialog('delete', category, opener.current)}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
