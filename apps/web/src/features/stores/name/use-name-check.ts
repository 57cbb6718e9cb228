import { storeName, storeNameCheckMs } from '@linkshelf/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { isApiError } from '../../../api/api-error.ts'

export type NameCheck = 'idle' | 'checking' | 'available' | 'unavailable'

interface NameCheckOptions {
  storeId: string
  /** Undefined for a store that does not exist yet. */
  currentName?: string
  typed: string
}

/**
 * When the user stops typing, asks the server whether the store name is available. Only valid names that differ from
 * the current name are checked. Errors other than 409 are ignored, because saving checks the name again.
 */
export function useNameCheck({ storeId, currentName, typed }: NameCheckOptions): NameCheck {
  const name = typed.trim()
  const [settled] = useDebouncedValue(name, storeNameCheckMs)
  const isWanted = settled === name && name !== currentName && storeName.safeParse(name).success
  const check = useQuery({
    ...api.stores.checkName.queryOptions({ input: { params: { storeId, name: settled } } }),
    enabled: isWanted,
    retry: false,
    staleTime: 0,
  })

  if (!isWanted) return 'idle'
  if (check.isFetching) return 'checking'
  if (check.isSuccess) return 'available'
  return isApiError(check.error, 'STORE_NAME_TAKEN') ? 'unavailable' : 'idle'
}
