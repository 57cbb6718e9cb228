import { Title } from '@mantine/core'
import { useId } from 'react'
import { Card } from '../../../ui/card.tsx'
import classes from './settings.module.css'

interface SettingsSectionProps {
  title: string
  /** The purpose of the section, in one sentence. */
  description: string
  children: React.ReactNode
}

export function SettingsSection({ title, description, children }: SettingsSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Card className={classes.section}>
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          <p className={classes.description}>{description}</p>
        </div>
        {children}
      </Card>
    </section>
  )
}
