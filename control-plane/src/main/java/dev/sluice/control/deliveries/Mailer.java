package dev.sluice.control.deliveries;

import dev.sluice.control.deliveries.content.Content;
import jakarta.mail.MessagingException;
import java.nio.charset.StandardCharsets;
import org.springframework.mail.MailException;
import org.springframework.mail.javamail.JavaMailSenderImpl;
import org.springframework.mail.javamail.MimeMessageHelper;
import org.springframework.stereotype.Component;

/** Sends a month by mail. */
@Component
class Mailer {
    private final DeliverySettings settings;
    private final JavaMailSenderImpl server = new JavaMailSenderImpl();

    Mailer(DeliverySettings settings) {
        this.settings = settings;
        var smtp = settings.smtp();
        server.setHost(smtp.host());
        server.setPort(smtp.port());
        server.setDefaultEncoding(StandardCharsets.UTF_8.name());
        var properties = server.getJavaMailProperties();
        var timeoutMs = Long.toString(settings.timeout().toMillis());
        properties.put("mail.smtp.connectiontimeout", timeoutMs);
        properties.put("mail.smtp.timeout", timeoutMs);
        properties.put("mail.smtp.writetimeout", timeoutMs);
        properties.put("mail.smtp.starttls.enable", Boolean.toString(smtp.startTls()));
        properties.put("mail.smtp.starttls.required", Boolean.toString(smtp.startTls()));
        properties.put("mail.smtp.ssl.checkserveridentity", "true");
        if (!smtp.user().isEmpty()) {
            server.setUsername(smtp.user());
            server.setPassword(smtp.password());
            properties.put("mail.smtp.auth", "true");
        }
    }

    void send(Delivery delivery, Content content) throws DeliveryFault {
        if (settings.smtp().host().isEmpty()) {
            throw new DeliveryFault("no mail server is set: set SLUICE_SMTP_HOST");
        }
        try {
            var message = server.createMimeMessage();
            var mail = new MimeMessageHelper(message, true, StandardCharsets.UTF_8.name());
            mail.setFrom(settings.smtp().from());
            mail.setTo(delivery.address());
            mail.setSubject(content.subject());
            mail.setText(content.text());
            for (var file : content.files()) {
                mail.addAttachment(file.name(), file.bytes(), file.mediaType());
            }
            message.setHeader("X-Sluice-Delivery", delivery.id().toString());
            server.send(message);
        } catch (MessagingException | MailException refused) {
            throw new DeliveryFault("the mail server did not take it: " + refused, refused);
        }
    }
}
