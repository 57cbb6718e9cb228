import { Button, Text, Title } from '@mantine/core'
import { Card } from '../../../ui/card.tsx'
import { openDialog } from '../../../ui/dialogs.tsx'
import classes from './security.module.css'

/** The password of the user, changed in a dialog. */
export function PasswordCard({ email }: { email: string }) {
  function change(opener: HTMLElement): void {
    void openDialog(() => import('./security-dialogs.tsx').then(({ passwordDialog }) => passwordDialog(email)), opener)
  }

  return (
    <Card p={0}>
      <div className={classes.head}>
        <div className={classes.words}>
          <Title order={2}>Password</Title>
          <Text size="sm" c="dimmed">
            Changing it signs you out on your other devices.
          </Text>
        </div>
        <Button variant="default" onClick={(event) => change(event.currentTarget)}>
          Change Password
        </Button>
      </div>
    </Card>
  )
}
