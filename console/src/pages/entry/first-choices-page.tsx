import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ServerView } from '../../../../server/operator/views.ts';
import { serverApi } from '../../api/server-api.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { Form } from '../../components/dialog-form.tsx';
import { FetchText } from '../../components/fetch-text.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Pending } from '../../components/pending.tsx';
import { useAction } from '../../components/use-action.ts';
import { useResource } from '../../components/use-resource.ts';
import { navigations } from '../../page-address.ts';
import { sendVerified } from '../../session/send-verified.ts';
import { isSettingUp } from '../../session/session-state.ts';
import { FETCH } from '../../texts/fetch-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './entry.module.css';

/** Asks the operator of a new server, once, what it may fetch. What is not ticked is a no. */
export function FirstChoicesPage() {
  const [server, reload] = useResource(serverApi.readServer);
  const { value: view, error } = server.value;
  const isAnswered = view !== undefined && !asksCatalogue(view) && !asksPortraits(view);
  useEffect(() => {
    if (isAnswered) finish();
  }, [isAnswered]);
  return (
    <div class={styles.entry}>
      <PageHeading title={FETCH.firstTitle} intro={FETCH.firstIntro} />
      {view !== undefined ? (
        <FirstChoices view={view} />
      ) : (
        <Pending rows={2} error={error} onRetry={reload} />
      )}
    </div>
  );
}

function FirstChoices({ view }: { view: ServerView }) {
  const catalogue = useSignal(false);
  const portraits = useSignal(false);
  const save = useAction(async () => {
    await sendVerified(FETCH.firstPurpose, async () => {
      if (asksCatalogue(view)) await serverApi.chooseCatalogue(catalogue.value);
      if (asksPortraits(view)) await serverApi.choosePortraits(portraits.value);
    });
    finish();
  });
  return (
    <Form action={save} class={styles.choices}>
      {asksCatalogue(view) && (
        <FirstChoice subject="catalogue" source={view.catalogue.source} isOn={catalogue} />
      )}
      {asksPortraits(view) && (
        <FirstChoice subject="portraits" source={view.portraits.source} isOn={portraits} />
      )}
      <ErrorMessage error={save.error.value} />
      <Button look="primary" size="large" text={FETCH.firstDone} pending={save.pending.value} />
      <p class="hint">{translate(FETCH.laterHint)}</p>
    </Form>
  );
}

interface FirstChoiceProps {
  subject: 'catalogue' | 'portraits';
  source: string;
  isOn: Signal<boolean>;
}

const FirstChoice = ({ subject, source, isOn }: FirstChoiceProps) => (
  <>
    <Checkbox signal={isOn}>
      <strong>{translate(FETCH[subject].tick)}</strong>
    </Checkbox>
    <FetchText subject={subject} source={source} />
  </>
);

const asksCatalogue = ({ catalogue: { isSourceSet, choice } }: ServerView): boolean =>
  !isSourceSet && choice === null;

const asksPortraits = ({ portraits: { folder, choice } }: ServerView): boolean =>
  folder !== 'none' && choice === null;

function finish(): void {
  navigations.value += 1;
  isSettingUp.value = false;
}
