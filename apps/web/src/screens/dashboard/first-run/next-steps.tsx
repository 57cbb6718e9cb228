import { Button, Title } from '@mantine/core'
import { IconBuildingStore, IconCircleCheck, IconFileImport, IconShoppingBag, IconTag } from '@tabler/icons-react'
import { useState } from 'react'
import { Link as RouteLink } from 'react-router'
import type { ProjectScope } from '../../../api/api.ts'
import { useProject } from '../../../features/organizations/selection.tsx'
import { Card } from '../../../ui/card.tsx'
import { createLazyDialog } from '../../../ui/overlays/dialogs.tsx'
import { firstSteps, readSkippedSteps, type StepName, useFirstSteps, writeSkippedSteps } from '../../first-steps/first-steps.ts'
import classes from './first-run.module.css'

const openImportDialog = createLazyDialog(
  async () => (await import('../../../features/links/import/link-import-kind.tsx')).linkImportDialog,
)

interface StepTexts {
  text: string
  action: string
  Icon: typeof IconTag
}

/** The card is shown after the first link was created, so it has no step for the first link. */
const texts: Record<Exclude<StepName, 'link'>, StepTexts> = {
  retailer: {
    text: 'Save your Amazon, eBay or AliExpress ID once: every link to it earns for you.',
    action: 'Connect',
    Icon: IconTag,
  },
  store: {
    text: 'One page with everything you recommend, for your profile and your videos.',
    action: 'Create store',
    Icon: IconBuildingStore,
  },
  product: {
    text: 'Your store shows it with a button to each shop that you link.',
    action: 'Add product',
    Icon: IconShoppingBag,
  },
  import: {
    text: 'Import the links of another service from a CSV file. They keep their short names if these are free.',
    action: 'Import',
    Icon: IconFileImport,
  },
}

/**
 * Lists steps that make a new project useful. A skipped step stays hidden. The card disappears when every step is done
 * or skipped.
 */
export function NextSteps({ scope }: { scope: ProjectScope }) {
  const { project, entitlements } = useProject()
  const [skipped, setSkipped] = useState(() => readSkippedSteps(scope.projectId))
  const steps = useFirstSteps({ scope, linkCount: project.link_count, entitlements }, skipped).flatMap(({ name, isDone }) =>
    name === 'link' ? [] : [{ name, isDone, ...firstSteps[name], ...texts[name] }],
  )
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
        {steps.map(({ name, title, text, action, to, Icon, isDone }) => (
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
                  <Button size="compact-md" variant="light" onClick={({ currentTarget }) => openImportDialog(currentTarget, scope)}>
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
