import type { OpenLinkView } from '../../../../server/sign-in/views.ts';
import { accountApi } from '../../api/account-api.ts';
import { Button } from '../../components/button.tsx';
import { ErrorMessage, Notice } from '../../components/notice.tsx';
import { formatClock } from '../../components/time-text.tsx';
import { showToast } from '../../components/toast.tsx';
import { useAction } from '../../components/use-action.ts';
import { ACCOUNT } from '../../texts/account-texts.ts';
import { translate } from '../../texts/translate.ts';

/** The operator's link with which somebody can enter the account now. */
export function OpenLink({ link, onEnded }: { link: OpenLinkView | null; onEnded: () => Promise<void> }) {
  const end = useAction(async () => {
    try {
      await accountApi.endLink();
      showToast(ACCOUNT.linkEnded);
    } finally {
      await onEnded();
    }
  });
  return (
    <>
      {link && (
        <Notice kind="warning">
          <p>{translate(ACCOUNT.openLink(link.madeBy, formatClock(link.expiresAt)))}</p>
          <Button look="danger" size="small" text={ACCOUNT.endLink} action={end} />
        </Notice>
      )}
      <ErrorMessage error={end.error.value} />
    </>
  );
}
