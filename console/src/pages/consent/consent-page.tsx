import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { RedirectView, WrongRequestView } from '../../../../server/apps/views.ts';
import { appApi } from '../../api/app-api.ts';
import { ConsoleError, hasCode } from '../../api/console-error.ts';
import { buttonClass } from '../../components/button.tsx';
import { HostName } from '../../components/host-name.tsx';
import type { IconName } from '../../components/icon.tsx';
import { Pending } from '../../components/pending.tsx';
import { useResource } from '../../components/use-resource.ts';
import { guideUrl, navigations, pageQuery } from '../../page-address.ts';
import { language } from '../../preferences.ts';
import { forgetAskedPage } from '../../session/asked-page.ts';
import { APP_REQUEST } from '../../texts/app-request-texts.ts';
import { translate } from '../../texts/translate.ts';
import { AnswerPage } from './answer-page.tsx';
import { RequestForm } from './request-form.tsx';

/** A page in a browser, or a program on this computer, asks to be connected; GET /oauth/authorize leads here. */
export function ConsentPage() {
  const query = pageQuery.value.slice(1);
  const [request, reload] = useResource(() => appApi.readConsent(query));
  const leaving = useSignal<IconName | undefined>(undefined);
  useEffect(forgetAskedPage, []);
  const leave = (icon: IconName, { redirectTo }: RedirectView) => {
    // The new heading takes the focus.
    navigations.value += 1;
    leaving.value = icon;
    location.assign(redirectTo);
  };
  const { value, error } = request.value;
  const told = error instanceof ConsoleError ? (error.answer as { app?: WrongRequestView }).app : undefined;
  if (leaving.value)
    return <AnswerPage icon={leaving.value} title={APP_REQUEST.leaving} text={APP_REQUEST.leavingText} />;
  if (hasCode(error, 'invalid_request'))
    return (
      <AnswerPage
        icon="warning"
        title={APP_REQUEST.invalidTitle}
        text={APP_REQUEST.invalid}
        details={
          <a href={`${guideUrl(language.value)}#connect-page`}>
            {translate(APP_REQUEST.forMaker(fieldsOf(error)))}
          </a>
        }
      >
        {told && (
          <a class={buttonClass()} href={told.redirectTo}>
            {translate(APP_REQUEST.tellApp)}
            {told.kind === 'page' && told.name !== null && (
              <>
                {' · '}
                <HostName host={told.name} />
              </>
            )}
          </a>
        )}
      </AnswerPage>
    );
  if (hasCode(error, 'not_found'))
    return <AnswerPage icon="warning" title={APP_REQUEST.offTitle} text={APP_REQUEST.off} />;
  if (value === undefined) return <Pending rows={3} error={error} onRetry={reload} />;
  return (
    <RequestForm
      request={value}
      allow={async (areas) => leave('check', await appApi.allowConsent(query, areas))}
      deny={async () => leave('close', await appApi.denyConsent(query))}
    />
  );
}

/** The parameters that are wrong, for whoever made the app. */
const fieldsOf = (error: unknown): string =>
  error instanceof ConsoleError ? [...new Set(error.fields.map(({ field }) => field))].join(', ') : '';
