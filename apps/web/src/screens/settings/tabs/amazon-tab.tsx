import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { isWorkedOn, migrationQuery, runListQuery, useRefetchWhenDone } from '../../../features/amazon-migrations/migration-queries.ts'
import { Outcomes } from '../../../features/amazon-migrations/outcomes.tsx'
import { RunList } from '../../../features/amazon-migrations/run-list.tsx'
import { MigrateAgain, StartForm } from '../../../features/amazon-migrations/start-form.tsx'
import { StatusCard } from '../../../features/amazon-migrations/status-card.tsx'
import { ProjectGuard } from '../../../features/organizations/project-guard.tsx'
import { useProject } from '../../../features/organizations/selection.tsx'
import { joinQueries, QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import classes from '../settings.module.css'
import { RowsSkeleton } from '../settings-loading.tsx'
import { TabHeader } from './tab-header.tsx'

export function AmazonTab() {
  return (
    <ProjectGuard headingOrder={2} loading={<RowsSkeleton />}>
      <ProjectMigration />
    </ProjectGuard>
  )
}

function ProjectMigration() {
  const { project, scope } = useProject()
  return (
    <div key={project.id} className={classes.stack}>
      <TabHeader title="Amazon migration">Add your Amazon tag to all existing links of “{project.name}”.</TabHeader>
      <Migration scope={scope} />
    </div>
  )
}

function Migration({ scope }: { scope: ProjectScope }) {
  const migration = useQuery(migrationQuery(scope))
  const runs = useQuery(runListQuery(scope))
  useRefetchWhenDone(migration.data)
  return (
    <QueryBoundary query={joinQueries({ migration, runs })} loading={<RowsSkeleton />} error="The migration could not be loaded">
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
  )
}
