import type { FileImport } from '@linkshelf/contract'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { FilterChip, FilterChips } from '../../ui/filter-chips.tsx'

const importIdForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Returns the id of an import in the URL. If the id is invalid, returns an empty text, which stands for no filter. */
export function toImportId(param: string | null): string {
  return param !== null && importIdForm.test(param) ? param : ''
}

/** Returns the name of the imported file. The import may have been deleted, or may be of another kind. */
export function useImportName<One extends FileImport>(query: UseQueryOptions<One[]>, importId: string): string {
  const { data = [] } = useQuery({ ...query, enabled: importId !== '' })
  return data.find(({ import_id }) => import_id === importId)?.file_name ?? 'An earlier file'
}

/** Shows that a list has only what an import created. The chip removes this filter. */
export function ImportChips({ name, to }: { name: string; to: string }) {
  return (
    <FilterChips clearTo={to}>
      <FilterChip label="Import" value={name} to={to} />
    </FilterChips>
  )
}
