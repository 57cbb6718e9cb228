import { type Category, categoryBadgesMax } from '@linkshelf/contract'
import { Tag } from '../../../ui/tag.tsx'
import classes from './product-table.module.css'

/** The first two categories of a product, then +N; the others are named on hover, and to screen readers. */
export function CategoryBadges({ categories }: { categories: readonly Category[] }) {
  const others = categories.slice(categoryBadgesMax)
  const names = others.map(({ name }) => name).join(', ')
  return (
    <span className={classes.badges}>
      {categories.slice(0, categoryBadgesMax).map(({ category_id, name, color_hex }) => (
        <Tag key={category_id} color={color_hex}>
          {name}
        </Tag>
      ))}
      {others.length > 0 && (
        <span className={classes.others} title={names}>
          <span aria-hidden>+{others.length}</span>
          <span className="visually-hidden">and {names}</span>
        </span>
      )}
    </span>
  )
}
