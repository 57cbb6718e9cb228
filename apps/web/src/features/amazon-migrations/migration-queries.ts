import { type AmazonMigrationOutcome, amazonMigrationPageSize } from '@linkshelf/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, type ProjectScope } from '../../api/api.ts'

const pollIntervalMs = 1_000

/** The states of a run that tell whether the server is working on it. */
interface RunStates {
  status: string | null
  undo: { status: string } | null
}

export function isWorkedOn({ status, undo }: RunStates): boolean {
  return status === 'pending' || status === 'in_progress' || undo?.status === 'in_progress'
}

/** Returns the latest run. It is fetched every second while the server works on it. */
export function migrationQuery(scope: ProjectScope) {
  return api.amazonMigrations.get.queryOptions({
    input: { params: scope },
    refetchInterval: ({ state }) => (state.data && isWorkedOn(state.data) ? pollIntervalMs : false),
  })
}

/** Returns the runs, latest first. They are fetched every second while the server works on one of them. */
export function runListQuery(scope: ProjectScope) {
  return api.amazonMigrations.list.queryOptions({
    input: { params: scope },
    refetchInterval: ({ state }) => (state.data?.some(isWorkedOn) ? pollIntervalMs : false),
  })
}

export type LinkFilter = { outcome: AmazonMigrationOutcome } | { undo: 'left' }

/** Returns pages of the links in a run that match the filter. */
export function runLinksQuery(scope: ProjectScope, migrationId: string, filter: LinkFilter) {
  return api.amazonMigrations.links.infiniteOptions({
    input: (cursor: string | undefined) => ({
      params: { ...scope, migrationId },
      query: { ...filter, limit: amazonMigrationPageSize, cursor },
    }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.headers['x-next-cursor'],
  })
}

/** Refetches all queries when a run or an undo has ended, because many screens show the destinations of links. */
export function useRefetchWhenDone(run: RunStates | undefined): void {
  const queryClient = useQueryClient()
  const wasWorkedOn = useRef(false)
  useEffect(() => {
    const isNow = run !== undefined && isWorkedOn(run)
    if (wasWorkedOn.current && !isNow) void queryClient.invalidateQueries()
    wasWorkedOn.current = isNow
  }, [run, queryClient])
}
