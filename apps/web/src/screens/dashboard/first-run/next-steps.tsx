import { Button, Title } from '@mantine/core'
import { IconBuildingStore, IconCircleCheck, IconFileImport, IconTag } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link as RouteLink } from 'react-router'
import type { ProjectScope } from '../../../api/api.ts'
import {
  aliexpressIntegrationQuery,
  amazonIntegrationQuery,
  ebayIntegrationQuery,
} from '../../../features/integrations/integration-queries.ts'
import { openImportDialog } from '../../../features/links/import/open-import-dialog.ts'
import { linkImportsQuery } from '../../../features/links/link-queries.ts'
import { useProject } from '../../../features/organizations/selection.tsx'
import { storeQuery } from '../../../features/stores/store-queries.ts'
import { useCan } from '../../../session/permissions.tsx'
import { readStored, writeStored } from '../../../ui/browser/local-storage.ts'
import { Card } from '../../../ui/card.tsx'
import classes from './first-run.module.css'

interface Step {
  name: StepName
  title: string
  text: string
  action: string
  /** The place of the step: a path, or a function that opens a dialog. */
  to?: string
  open?: (opener: HTMLElement) => void
  Icon: typeof IconTag
  /** Undefined while it is not known. */
  isDone: boolean | undefined
}

/**
 * Lists further steps that make a new project useful. A skipped step stays hidden; the card disappears once each
 * step is done or skipped.
 */
export function NextSteps({ scope }: { scope: ProjectScope }) {
  const [skipped, setSkipped] = useState(() => readSkippedSteps(scope.projectId))
  const steps = useSteps(scope).filter(({ name }) => !skipped.includes(name))
  if (steps.some(({ isDone }) => isDone === undefined) || steps.every(({ isDone }) => isDone)) return null

  function skip(name: StepName): void {
    const next = [...skipped, name]
    writeSkippedSteps(scope.projectId, next)
    setSkipped(next)
  }

  return (
    <Card>
      <Title order={2}>Next steps</Title>
      <ul className={classes.steps}>
        {steps.map(({ name, title, text, action, to, open, Icon, isDone }) => (
          <li key={name} data-done={isDone || undefined}>
            {isDone ? <IconCircleCheck aria-hidden size={20} stroke={1.7} /> : <Icon aria-hidden size={20} stroke={1.6} />}
            <div>
              <strong>{title}</strong>
              <p>{text}</p>
            </div>
            {isDone ? (
              <span className={classes.done}>Done</span>
            ) : (
              <span className={classes.choices}>
                {to === undefined ? (
                  <Button size="compact-md" variant="light" onClick={({ currentTarget }) => open?.(currentTarget)}>
                    {action}
                  </Button>
                ) : (
                  <Button component={RouteLink} to={to} size="compact-md" variant="light">
                    {action}
                  </Button>
                )}
                <Button size="compact-md" variant="subtle" color="gray" aria-label={`Skip: ${title}`} onClick={() => skip(name)}>
                  Skip
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function useSteps(scope: ProjectScope): Step[] {
  const { hasProducts } = useProject().entitlements
  const canTake: Record<StepName, boolean> = {
    retailer: useCan('integrations.saveAmazon'),
    store: useCan('stores.create'),
    import: useCan('linkImports.create'),
  }
  const integrations = useQueries({
    queries: [amazonIntegrationQuery(scope), ebayIntegrationQuery(scope), aliexpressIntegrationQuery(scope)],
    combine: (results) => results.map(({ data }) => data),
  })
  const store = useQuery(storeQuery(scope)).data
  const imports = useQuery(linkImportsQuery(scope)).data
  const steps: Step[] = [
    {
      name: 'retailer',
      title: 'Connect a shop',
      text: 'Save your Amazon, eBay or AliExpress ID once: every link to it earns for you.',
      action: 'Connect',
      to: '/settings/integrations',
      Icon: IconTag,
      isDone: isAnySaved(integrations),
    },
    {
      name: 'store',
      title: 'Open your store',
      text: 'One page with everything you recommend, for your profile and your videos.',
      action: 'Create store',
      to: '/store',
      Icon: IconBuildingStore,
      isDone: store === undefined ? undefined : store !== null,
    },
    {
      name: 'import',
      title: 'Import your links',
      text: 'Bring the links of another service as a CSV file, with their short names where they are free.',
      action: 'Import',
      open: (opener) => openImportDialog(scope, opener),
      Icon: IconFileImport,
      isDone: imports && imports.length > 0,
    },
  ]
  return steps.filter(({ name }) => (name !== 'store' || hasProducts) && canTake[name])
}

function isAnySaved(integrations: readonly ({ updated_at: string | null } | undefined)[]): boolean | undefined {
  if (integrations.some((integration) => integration?.updated_at != null)) return true
  return integrations.includes(undefined) ? undefined : false
}

const stepNames = ['retailer', 'store', 'import'] as const
type StepName = (typeof stepNames)[number]

function keyOf(projectId: string): string {
  return `linkshelf.skipped-steps.${projectId}`
}

/** Returns the steps of a new project that the user skipped in this browser. */
function readSkippedSteps(projectId: string): StepName[] {
  const stored = readStored(keyOf(projectId))
  return stepNames.filter((name) => Array.isArray(stored) && stored.includes(name))
}

function writeSkippedSteps(projectId: string, names: readonly StepName[]): void {
  writeStored(keyOf(projectId), names)
}
