import type { Signal } from '@preact/signals';
import { normalizeUserCode } from '../../../../contract/oauth.ts';
import type { AppRequestView } from '../../../../server/apps/views.ts';
import { appApi } from '../../api/app-api.ts';
import { hasCode } from '../../api/console-error.ts';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/dialog-form.tsx';
import { TextField } from '../../components/form-fields.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useAction } from '../../components/use-action.ts';
import { APP_REQUEST } from '../../texts/app-request-texts.ts';
import { COMMON } from '../../texts/common-texts.ts';
import styles from './code-form.module.css';

interface Props {
  code: Signal<string>;
  onFound: (userCode: string, request: AppRequestView) => void;
}

/** A code of the address stands in the field already, and is looked up with a click all the same: RFC 8628, section 5.4. */
export function CodeForm({ code, onFound }: Props) {
  const userCode = normalizeUserCode(code.value);
  const find = useAction(async () => {
    if (userCode !== undefined) onFound(userCode, await appApi.readDevice(userCode));
  });
  const isGone = hasCode(find.error.value, 'not_found') || hasCode(find.error.value, 'invalid_request');
  return (
    <div class={styles.code}>
      <PageHeading title={APP_REQUEST.deviceTitle} intro={APP_REQUEST.deviceIntro} />
      <Form action={find}>
        <TextField
          focused
          label={APP_REQUEST.code}
          hint={APP_REQUEST.codeHint}
          value={code.value}
          error={
            find.isAttempted.value && userCode === undefined
              ? APP_REQUEST.codeInvalid
              : isGone
                ? APP_REQUEST.codeGone
                : undefined
          }
          onInput={(value) => {
            code.value = value;
            find.isAttempted.value = false;
            find.error.value = undefined;
          }}
          look="mono"
          input={{
            name: 'user-code',
            required: true,
            spellcheck: false,
            autocapitalize: 'characters',
            maxLength: 40,
          }}
        />
        <Button look="primary" size="large" text={COMMON.continue} pending={find.pending.value} />
        <ErrorMessage error={isGone ? undefined : find.error.value} />
      </Form>
    </div>
  );
}
