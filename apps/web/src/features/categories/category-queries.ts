import { type Category, type CategoryPatch, type CategoryUpdate, categoryMessages, type ListedCategory } from '@linkshelf/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'

/** Returns the categories of a project in the owner's order, each with the number of its products. */
export function categoryListQuery(scope: ProjectScope) {
  return api.categories.list.queryOptions({ input: { params: scope } })
}

/** The position of a category in the list, counted from 1. */
export interface CategoryPosition {
  position: number
  count: number
}

/** Returns the list with a category moved to a position, counted from 1. */
function moveInList(categories: readonly ListedCategory[], categoryId: string, position: number): ListedCategory[] {
  const moved = categories.find(({ category_id }) => category_id === categoryId)
  const others = categories.filter((category) => category !== moved)
  return moved === undefined ? others : others.toSpliced(position - 1, 0, moved)
}

/** Creates a category. Errors are handled by the form. */
export function useCreateCategory(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: CategoryUpdate) => api.categories.create.call({ params: scope, body: draft }),
    onSuccess: ({ name }) => void showToast({ title: 'Category created', message: name }),
    onSettled: () => invalidateCategories(queryClient),
  })
}

/** Changes some fields of a category. The form shows errors. */
export function usePatchCategory(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ category, patch }: { category: Category; patch: CategoryPatch }) =>
      api.categories.patch.call({ params: toParams(scope, category), body: patch }),
    onSuccess: ({ name }) => void showToast({ title: 'Category updated', message: name }),
    onSettled: () => invalidateCategories(queryClient),
  })
}

/** Shows or hides a category in the store. The change is optimistic: it is rolled back if the call fails. */
export function useActivateCategory(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ category, active }: { category: Category; active: boolean }) =>
      (active ? api.categories.activate : api.categories.deactivate).call({ params: toParams(scope, category) }),
    onMutate: ({ category, active }) =>
      changeList(queryClient, scope, (list) => list.map((one) => (one.category_id === category.category_id ? { ...one, active } : one))),
    onSuccess: ({ name, active }) =>
      void showToast({ title: active ? 'Category shown in store' : 'Category hidden from store', message: name }),
    onError: (error, { active }, undo) => {
      undo?.()
      void showErrorToast(error, { fallback: active ? categoryMessages.activateFailed : categoryMessages.deactivateFailed })
    },
    onSettled: () => invalidateCategories(queryClient),
  })
}

/** Moves a category to a position, counted from 1. The move is optimistic: it is rolled back if the call fails. */
export function useMoveCategory(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: ['move categories', scope],
    // Moves run one after the other, so that the last move is stored last.
    scope: { id: `move categories ${scope.projectId}` },
    mutationFn: ({ category, position }: { category: Category; position: number }) =>
      api.categories.move.call({ params: toParams(scope, category), body: { position } }),
    onMutate: ({ category, position }) => changeList(queryClient, scope, (list) => moveInList(list, category.category_id, position)),
    onError: (error, _move, undo) => {
      undo?.()
      void showErrorToast(error, { fallback: categoryMessages.updateFailed })
    },
    onSettled: async () => {
      // Until the last move is stored, the order on screen is newer than the server's, so only the last move refetches
      // it.
      if (queryClient.isMutating({ mutationKey: ['move categories', scope] }) === 1) await invalidateCategories(queryClient)
    },
  })
}

/** Deletes a category, but not its products. */
export function useDeleteCategory(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (category: Category) => api.categories.delete.call({ params: toParams(scope, category) }),
    onSuccess: (_result, { name }) => void showToast({ title: 'Category deleted', message: name }),
    onError: (error) => void showErrorToast(error, { fallback: categoryMessages.deleteFailed }),
    onSettled: () => invalidateCategories(queryClient),
  })
}

function toParams(scope: ProjectScope, { category_id: categoryId }: Category) {
  return { ...scope, categoryId }
}

/** Changes the cached list. Returns a function that undoes the change. */
async function changeList(
  queryClient: QueryClient,
  scope: ProjectScope,
  change: (list: ListedCategory[]) => ListedCategory[],
): Promise<() => void> {
  const { queryKey } = categoryListQuery(scope)
  // The response of a fetch that started before the change would overwrite the change, so running fetches are canceled.
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueryData(queryKey)
  queryClient.setQueryData(queryKey, (list) => list && change(list))
  return () => void queryClient.setQueryData(queryKey, before)
}

/** Products contain the names of their categories, so products are invalidated too. */
function invalidateCategories(queryClient: QueryClient): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: api.categories.key() }),
    queryClient.invalidateQueries({ queryKey: api.products.key() }),
  ])
}
