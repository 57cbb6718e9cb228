import { Title } from '@mantine/core'
import { IconChevronDown, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { LazySuspense } from '../../ui/lazy-boundary.tsx'
import { createLazyComponent } from '../../ui/lazy-component.tsx'
import classes from './metric-definitions.module.css'

/** The texts are loaded when the card is opened, because most visits do not read them. */
const MetricDefinitionList = createLazyComponent(() => import('./metric-definition-list.tsx').then((module) => module.MetricDefinitionList))

/** Defines the numbers of a screen, in a collapsed card. */
export function MetricDefinitions() {
  const [isOpened, setIsOpened] = useState(false)
  return (
    <Card p={0}>
      <details className={classes.details} onToggle={() => setIsOpened(true)}>
        <summary>
          <IconInfoCircle aria-hidden size={17} stroke={1.6} />
          <Title order={2} className={classes.title}>
            How we count
          </Title>
          <IconChevronDown aria-hidden size={16} className={classes.chevron} />
        </summary>
        {isOpened && (
          <LazySuspense fallback={null}>
            <MetricDefinitionList />
          </LazySuspense>
        )}
      </details>
    </Card>
  )
}
