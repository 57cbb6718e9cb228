import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { api } from '../../api/api.ts'
import { ownTimeZone } from '../../ui/formats/dates.ts'
import { profileQuery } from './save-profile.ts'

/**
 * Stores the time zone of this browser for a user who has none: emails about links follow it. One that the server
 * rejects is tried again with the next load.
 */
export function useFirstTimeZone(): void {
  const queryClient = useQueryClient()
  const { data: hasNone } = useQuery({ ...profileQuery, select: ({ time_zone }) => time_zone === null })
  const store = useEffectEvent(async () => {
    const { time_zone } = await api.me.update.call({ body: { time_zone: ownTimeZone() } })
    queryClient.setQueryData(profileQuery.queryKey, (profile) => profile && { ...profile, time_zone })
  })

  useEffect(() => {
    if (hasNone) void store().catch(() => undefined)
  }, [hasNone])
}
