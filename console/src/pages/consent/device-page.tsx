import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { formatUserCode, normalizeUserCode } from '../../../../contract/oauth.ts';
import type { AppRequestView } from '../../../../server/apps/views.ts';
import { appApi } from '../../api/app-api.ts';
import { Button } from '../../components/button.tsx';
import { navigations, pageQuery, replaceQuery } from '../../page-address.ts';
import { forgetAskedPage } from '../../session/asked-page.ts';
import { signedInSession } from '../../session/session-state.ts';
import { APP_REQUEST } from '../../texts/app-request-texts.ts';
import { AnswerPage } from './answer-page.tsx';
import { CodeForm } from './code-form.tsx';
import { RequestForm } from './request-form.tsx';

type Step =
  | { name: 'code' }
  | { name: 'request'; userCode: string; request: AppRequestView }
  | { name: 'allowed'; app: string }
  | { name: 'denied' };

/** A device shows a code, which the player types here. */
export function DevicePage() {
  const code = useSignal(readCode());
  const step = useSignal<Step>({ name: 'code' });
  useEffect(() => {
    forgetAskedPage();
    // The address stays in the history of the browser.
    if (pageQuery.peek() !== '') replaceQuery('');
  }, []);
  const show = (next: Step) => {
    // The new heading takes the focus.
    navigations.value += 1;
    step.value = next;
    scrollTo({ top: 0, behavior: 'instant' });
  };
  const current = step.value;
  if (signedInSession()?.connectsApps === false)
    return <AnswerPage icon="warning" title={APP_REQUEST.offTitle} text={APP_REQUEST.off} />;
  if (current.name === 'code')
    return (
      <CodeForm code={code} onFound={(userCode, request) => show({ name: 'request', userCode, request })} />
    );
  if (current.name === 'request')
    return (
      <RequestForm
        request={current.request}
        userCode={current.userCode}
        allow={async (areas) => {
          await appApi.allowDevice(current.userCode, areas);
          show({ name: 'allowed', app: current.request.name ?? '' });
        }}
        deny={async () => {
          await appApi.denyDevice(current.userCode);
          show({ name: 'denied' });
        }}
      />
    );
  if (current.name === 'allowed')
    return (
      <AnswerPage icon="check" title={APP_REQUEST.allowedTitle(current.app)} text={APP_REQUEST.allowed} />
    );
  return (
    <AnswerPage icon="close" title={APP_REQUEST.deniedTitle} text={APP_REQUEST.denied}>
      <Button
        text={APP_REQUEST.otherCode}
        onClick={() => {
          code.value = '';
          show({ name: 'code' });
        }}
      />
    </AnswerPage>
  );
}

/** The code of the address, as the device shows it. */
const readCode = (): string => {
  const code = normalizeUserCode(new URLSearchParams(pageQuery.peek()).get('code') ?? '');
  return code === undefined ? '' : formatUserCode(code);
};
