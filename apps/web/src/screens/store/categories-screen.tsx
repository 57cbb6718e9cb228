import { categoryMessages, defaultMainColor } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconPlus, IconTags } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { OpenCategoryDialog } from '../../features/categories/category-dialogs.tsx'
import { CategoryGrid } from '../../features/categories/category-grid.tsx'
import { categoryListQuery } from '../../features/categories/category-queries.ts'
import { useProject } from '../../features/organizations/selection.tsx'
import { storeQuery } from '../../features/stores/store-queries.ts'
import { Can } from '../../session/permissions.tsx'
import { createLazyDialog } from '../../ui/overlays/dialogs.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryBoundary } from '../../ui/states/query-boundary.tsx'
import { useRowCount } from '../../ui/states/row-count.ts'
import { Screen } from '../screen.tsx'
import { CategorySkeletons, categoriesSubtitle } from './store-loading.tsx'

const openCategoryDialog = createLazyDialog(async () => (await import('../../features/categories/category-dialogs.tsx')).categoryDialog)

export function CategoriesScreen() {
  const { scope, project } = useProject()
  const categories = useQuery(categoryListQuery(scope))
  const store = useQuery(storeQuery(scope))
  useRowCount('categories', categories.data?.length)
  const defaultColor = store.data?.main_color ?? defaultMainColor.toLowerCase()
  const open: OpenCategoryDialog = (kind, category, opener) =>
    openCategoryDialog(opener, { scope, defaultColor, timeZone: project.time_zone, kind, category })
  // If there are no categories, the button is in the empty state and not next to the heading.
  const hasSome = (categories.data?.length ?? 0) > 0
  const addButton = (
    <Can call="categories.create">
      <Button leftSection={<IconPlus aria-hidden size={17} />} onClick={(event) => open('add', undefined, event.currentTarget)}>
        Add category
      </Button>
    </Can>
  )
  const empty = (
    <EmptyState icon={<IconTags size={26} stroke={1.6} />} title="No categories yet" action={addButton}>
      A category groups products, for example by room or by price. Visitors of your store can filter by category.
    </EmptyState>
  )

  return (
    <Screen title="Categories" subtitle={categoriesSubtitle} action={hasSome && addButton}>
      <QueryBoundary query={categories} loading={<CategorySkeletons />} error={categoryMessages.loadFailed} empty={empty}>
        {(list) => <CategoryGrid scope={scope} categories={list} timeZone={project.time_zone} onDialog={open} />}
      </QueryBoundary>
    </Screen>
  )
}
