import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { ProjectScope } from '../../api/api.ts'
import { isWorkedOn, migrationQuery, runListQuery, useRefetchWhenDone } from '../../features/amazon-migrations/migration-queries.ts'
import { Outcomes } from '../../features/amazon-migrations/outcomes.tsx'
import { RunList } from '../../features/amazon-migrations/run-list.tsx'
import { MigrateAgain, StartForm } from '../../features/amazon-migrations/start-form.tsx'
import { StatusCard } from '../../features/amazon-migrations/status-card.tsx'
import { integrationQueries } from '../../features/integrations/integration-queries.ts'
import { joinQueries, QueryBoundary } from '../../ui/states/query-boundary.tsx'
import classes from './settings.module.css'
import { RowsSkeleton } from './settings-loading.tsx'
import { TabHeader } from './tabs/tab-header.tsx'

/** The part of the Amazon page that adds the saved tags to existing links. */
export function AmazonMigration({ scope }: { scope: ProjectScope }) {
  const integration = useQuery(integrationQueries.amazon(scope))
  const migration = useQuery(migrationQuery(scope))
  const runs = useQuery(runListQuery(scope))
  useRefetchWhenDone(migration.data)
  const section = useScrollToMigration(!integration.isPending && !migration.isPending && !runs.isPending)
  // The form of the integration is above this part, and loads first.
  if (integration.data === undefined) return null
  return (
    <section ref={section} tabIndex={-1} className={classes.part} aria-label="Amazon migration">
      <TabHeader title="Amazon migration">
        Add your Amazon tag to all existing links: those that have no tag, or someone else’s. Their short URLs stay the same, and a
        migration can be undone.
      </TabHeader>
      <QueryBoundary
        query={joinQueries({ migration, runs })}
        loading={<RowsSkeleton isBelowHeader />}
        error="The migration could not be loaded"
      >
        {({ migration: { migration_id, ...state }, runs: stored }) => {
          const run = migration_id === null ? undefined : { ...state, migration_id }
          return (
            <>
              {run && (
                <StatusCard scope={scope} run={run}>
                  {run.status === 'completed' && run.undo?.status !== 'in_progress' && <MigrateAgain scope={scope} />}
                </StatusCard>
              )}
              {(run === undefined || run.status === 'failed') && <StartForm scope={scope} />}
              {run && !isWorkedOn(run) && <Outcomes key={run.migration_id} scope={scope} run={run} />}
              {stored.length > 0 && (
                <>
                  <Title order={3}>Migrations</Title>
                  <RunList scope={scope} runs={stored} />
                </>
              )}
            </>
          )
        }}
      </QueryBoundary>
    </section>
  )
}

/**
 * Scrolls to the returned element and focuses it if the URL's hash is `#migration`. Waits until everything above and in
 * the element is loaded, because the element would move again.
 */
function useScrollToMigration(isLoaded: boolean): React.RefObject<HTMLElement | null> {
  const { hash, key } = useLocation()
  const element = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with each click on the same link
  useEffect(() => {
    if (!isLoaded || hash !== '#migration') return
    element.current?.scrollIntoView()
    element.current?.focus({ preventScroll: true })
  }, [isLoaded, hash, key])
  return element
}
