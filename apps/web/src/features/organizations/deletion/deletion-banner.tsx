import type { Organization } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { showInstant } from '../../../ui/dates.ts'
import classes from './deletion-banner.module.css'
import { useKeepOrganization } from './deletion-mutations.ts'

/** Shown on every screen of an organization that is going to be deleted. */
export function DeletionBanner({ organization }: { organization: Organization }) {
  const keep = useKeepOrganization()
  return (
    <section className={classes.banner} aria-label="Deletion of the organization">
      <IconAlertTriangle aria-hidden size={20} stroke={1.6} />
      <p>
        “{organization.name}” will be deleted on {showInstant(organization.deletes_at ?? '')}. Its links redirect until then.
      </p>
      {organization.role === 'owner' && (
        <Button size="xs" variant="default" loading={keep.isPending} onClick={() => keep.mutate(organization)}>
          Keep
        </Button>
      )}
    </section>
  )
}
