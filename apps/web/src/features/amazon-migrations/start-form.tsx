import { amazonMigrationForm, amazonMigrationMessages, type Integrations } from '@linkshelf/contract'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../api/api.ts'
import { Can, Editable } from '../../session/permissions.tsx'
import { Card } from '../../ui/card.tsx'
import { useContractForm } from '../../ui/forms/use-contract-form.ts'
import { showErrorToast } from '../../ui/toasts/toast.tsx'
import { integrationQueries } from '../integrations/integration-queries.ts'
import classes from './migration.module.css'
import { useStartMigration } from './migration-mutations.ts'

const notSaved = 'TAG_NOT_SAVED'

/**
 * Starts a run. The user types the tracking id only as a confirmation. A run uses the tags of the saved integration.
 */
export function StartForm({ scope }: { scope: ProjectScope }) {
  const start = useStartMigration(scope)
  const { data: saved } = useQuery(integrationQueries.amazon(scope))
  const { field, submit, isPending } = useContractForm(amazonMigrationForm, {
    initialValues: { trackingId: '' },
    errorFields: { AMAZON_INTEGRATION_REQUIRED: 'trackingId', [notSaved]: 'trackingId' },
    send: async ({ trackingId }) => {
      const isSaved = saved === undefined || saved.updated_at === null || listMarketTags(saved).some(([, tag]) => tag === trackingId)
      if (!isSaved) throw Object.assign(new Error(amazonMigrationMessages.tagNotSaved), { code: notSaved })
      await start.mutateAsync()
    },
    onError: (error) => void showErrorToast(error, { fallback: amazonMigrationMessages.startFailed }),
  })
  return (
    <Card>
      <form className={classes.form} noValidate onSubmit={submit}>
        <UnsavedNotice scope={scope} />
        <Editable call="amazonMigrations.start">
          <TextInput label="Amazon tracking ID" required autoComplete="off" spellCheck={false} maxLength={100} {...field('trackingId')} />
          <div>
            <Button type="submit" loading={isPending}>
              Start migration
            </Button>
          </div>
        </Editable>
      </form>
    </Card>
  )
}

/** Starts another run, which also covers links that were added after the last run. */
export function MigrateAgain({ scope }: { scope: ProjectScope }) {
  const start = useStartMigration(scope)
  const onError = (error: unknown) => void showErrorToast(error, { fallback: amazonMigrationMessages.startFailed })
  return (
    <Can call="amazonMigrations.start">
      <div>
        <Button variant="default" size="xs" loading={start.isPending} onClick={() => start.mutate(undefined, { onError })}>
          Migrate again
        </Button>
      </div>
    </Can>
  )
}

/** Returns each marketplace with its tag. */
function listMarketTags({ defaultMarket, trackingId, market_tags }: Integrations['amazon']): [market: string, tag: string | undefined][] {
  return Object.entries({ ...market_tags, [defaultMarket]: trackingId })
}

/** Says that the migration needs the settings that are saved above. */
function UnsavedNotice({ scope }: { scope: ProjectScope }) {
  const { data } = useQuery(integrationQueries.amazon(scope))
  if (data === undefined || data.updated_at !== null) return null
  return <p className={classes.notice}>The migration uses the tracking IDs above. Save them first.</p>
}
