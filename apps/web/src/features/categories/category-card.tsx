import type { ListedCategory } from '@linkshelf/contract'
import { Switch } from '@mantine/core'
import { useCan } from '../../session/permissions.tsx'
import { Card } from '../../ui/card.tsx'
import { showCount } from '../../ui/formats/numbers.ts'
import classes from './category-card.module.css'
import { CategoryMenu, type CategoryMenuProps } from './category-menu.tsx'

interface CategoryCardProps extends CategoryMenuProps {
  onActivate: (category: ListedCategory, active: boolean) => void
}

/** A category in the grid. */
export function CategoryCard({ onActivate, ...menu }: CategoryCardProps) {
  const { category } = menu
  const canChange = useCan('categories.update')
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
            <span className={classes.count}>{showCount(product_count, 'product')}</span>
          </div>
          {canChange && <CategoryMenu {...menu} />}
        </div>
        <Switch
          label="Active"
          aria-label={`Active: ${name}`}
          checked={active}
          disabled={!canChange}
          onChange={(event) => onActivate(category, event.currentTarget.checked)}
        />
      </Card>
    </li>
  )
}
