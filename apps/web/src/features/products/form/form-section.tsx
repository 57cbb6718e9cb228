import { Text, Title } from '@mantine/core'
import { useId } from 'react'
import { Card } from '../../../ui/card.tsx'
import classes from './product-form.module.css'

interface FormSectionProps {
  title: string
  /** The purpose of the section, in one sentence. */
  about?: React.ReactNode
  action?: React.ReactNode
  children: React.ReactNode
}

export function FormSection({ title, about, action, children }: FormSectionProps) {
  const titleId = useId()
  return (
    <Card>
      <section aria-labelledby={titleId} className={classes.section}>
        <div className={classes.head}>
          <div>
            <Title order={2} id={titleId}>
              {title}
            </Title>
            {about !== undefined && (
              <Text size="sm" c="dimmed">
                {about}
              </Text>
            )}
          </div>
          {action}
        </div>
        {children}
      </section>
    </Card>
  )
}
